import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

/** By how much an incompressible text grows, with the flush; zlib wants chunks of at least 64 bytes. */
const CHUNK_ROOM = 128

/** A full flush ends on a byte boundary without closing the stream, and no part refers back over a hole. */
export const deflate = (text: Buffer): Buffer =>
  deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, ...contextFor(text.length) })

/** The parts are not finished streams; a flush takes what is there. */
export const inflate = (deflated: Buffer, length: number): Buffer =>
  inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH, ...contextFor(length) })

/**
 * A zlib context no larger than the text needs. With the usual quarter of a megabyte for each part of a page, the
 * blocks that stay between freed ones would leave the process ten times the memory it uses.
 */
function contextFor(length: number) {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(length + 1))))
  return { windowBits, memLevel: Math.min(8, windowBits - 6), chunkSize: Math.min(16_384, length + CHUNK_ROOM) }
}
