/**
 * Copies the buffers into one block of exactly their total length. zlib returns views of 16 kB blocks, and small
 * buffers are views of a shared pool: a page that kept those alive would take many times its size.
 */
export function copyIntoOneBlock(buffers: readonly Buffer[]): Buffer[] {
  const block = Buffer.allocUnsafeSlow(buffers.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  return buffers.map((buffer) => {
    block.set(buffer, offset)
    offset += buffer.length
    return block.subarray(offset - buffer.length, offset)
  })
}
