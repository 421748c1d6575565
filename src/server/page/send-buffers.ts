/** Room for nearly every filled page, compressed or not. */
const SIZE = 131_072
/** As many answers as are usually on their way to the network at once; 8 MB. */
const MOST_FREE = 64

const free: Buffer[] = []

/**
 * Memory for one answer, at least `length` bytes. A new buffer for every answer costs more than filling it (the
 * collector has to run for each few hundred), so those of answers that are out are used again.
 */
export const takeBuffer = (length: number): Buffer =>
  length > SIZE ? Buffer.allocUnsafeSlow(length) : (free.pop() ?? Buffer.allocUnsafeSlow(SIZE))

/** Only when the network has taken every byte of it. */
export function giveBack(buffer: Buffer): void {
  if (buffer.length === SIZE && free.length < MOST_FREE) free.push(buffer)
}
