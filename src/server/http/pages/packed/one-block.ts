/**
 * Copies the buffers into one block of exactly their total length. zlib returns views of 16 kB blocks, and small
 * buffers are views of a shared pool: a page that kept those alive would take many times its size.
 */
export function inOneBlock(buffers: readonly Buffer[]): Buffer[] {
  const block = Buffer.allocUnsafeSlow(buffers.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  return buffers.map((buffer) => {
    block.set(buffer, at)
    at += buffer.length
    return block.subarray(at - buffer.length, at)
  })
}
