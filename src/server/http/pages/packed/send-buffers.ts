/** Fits nearly every filled page, compressed or not: a full listing with its styles has 134 kB. */
const SIZE = 163_840
/** Usual number of responses in transit at once; 10 MB. */
const MAX_FREE = 64

const free: Buffer[] = []

/**
 * Returns memory for one response, at least `length` bytes. A new buffer per response costs more than filling it (the
 * garbage collector has to run every few hundred), so buffers of sent responses are reused.
 */
export const takeBuffer = (length: number): Buffer =>
  length > SIZE ? Buffer.allocUnsafeSlow(length) : (free.pop() ?? Buffer.allocUnsafeSlow(SIZE))

/** Returns a buffer to the pool. Call it only when the network has taken every byte. */
export function releaseBuffer(buffer: Buffer): void {
  if (buffer.length === SIZE && free.length < MAX_FREE) free.push(buffer)
}
