import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Growth of an incompressible text in bytes, including the flush; zlib requires chunks of at least 64 bytes. */
const CHUNK_OVERHEAD = 128

/**
 * Compresses with a full flush, which ends on a byte boundary without closing the stream, so that no part refers back
 * across a hole.
 */
export const deflate = (text: Buffer): Buffer =>
  deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, ...contextOptions(text.length) })

/** Decompresses with a sync flush, because the parts are not finished streams. */
export const inflate = (deflated: Buffer, length: number): Buffer =>
  inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH, ...contextOptions(length) })

/**
 * Returns options for a zlib context no larger than the text needs. With the default of 256 kB for each part of a page,
 * the blocks that remain between freed ones would make the process use ten times its memory.
 */
function contextOptions(length: number) {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(length + 1))))
  return { windowBits, memLevel: Math.min(8, windowBits - 6), chunkSize: Math.min(16_384, length + CHUNK_OVERHEAD) }
}
