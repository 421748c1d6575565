/**
 * The same bytes in one block of exactly their length. What zlib returns are views of 16 kB blocks, and small buffers
 * are views of a shared pool: a page that held on to those would take many times its size.
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
