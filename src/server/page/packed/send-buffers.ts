/** Room for nearly every filled page, compressed or not: a full listing with its styles has 134 kB. */
const SIZE = 163_840
/** As many responses as are usually on their way to the network at once; 10 MB. */
const MOST_FREE = 64

const free: Buffer[] = []

/**
 * Memory for one response, at least `length` bytes. A new buffer per response costs more than filling it (the garbage
 * collector has to run every few hundred), so buffers of sent responses are reused.
 */
export const takeBuffer = (length: number): Buffer =>
  length > SIZE ? Buffer.allocUnsafeSlow(length) : (free.pop() ?? Buffer.allocUnsafeSlow(SIZE))

/** Call only when the network has taken every byte of it. */
export function releaseBuffer(buffer: Buffer): void {
  if (buffer.length === SIZE && free.length < MOST_FREE) free.push(buffer)
}
