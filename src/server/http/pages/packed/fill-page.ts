import { combineCrc32 } from './crc32-combine.ts'
import type { Filling } from './filling.ts'
import { createDeflatedForm, createPlainForm, type PackedPage, type Part } from './packed-page.ts'

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty stored block marked as the last one. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])

/** Allocates at least this many bytes for a response. */
type Allocate = (bytes: number) => Buffer

/** Assembles one gzip member from the compressed parts with the filling in stored blocks between them. */
export function fillGzip(page: PackedPage, filling: Filling, allocate: Allocate = Buffer.allocUnsafe): Buffer {
  const { parts } = page
  const deflated = page.deflated ?? createDeflatedForm(page)
  let size = GZIP_HEADER.length + LAST_BLOCK.length + 8
  for (let i = 0; i < parts.length; i++) {
    const { hole } = parts[i] as Part
    size += (deflated[i] as Buffer).length + (hole ? filling[hole].stored.length : 0)
  }

  const buffer = allocate(size)
  buffer.set(GZIP_HEADER)
  let offset = GZIP_HEADER.length
  let crc = 0
  let length = 0
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Part
    const text = deflated[i] as Buffer
    buffer.set(text, offset)
    offset += text.length
    crc = combineCrc32(crc, part.crc, part.table)
    length += part.length
    if (!part.hole) continue
    const insert = filling[part.hole]
    buffer.set(insert.stored, offset)
    offset += insert.stored.length
    crc = combineCrc32(crc, insert.crc, insert.table)
    length += insert.text.length
  }
  buffer.set(LAST_BLOCK, offset)
  offset = buffer.writeInt32LE(crc, offset + LAST_BLOCK.length)
  offset = buffer.writeUInt32LE(length >>> 0, offset)
  return buffer.subarray(0, offset)
}

export function fillPlain(page: PackedPage, filling: Filling, allocate: Allocate = Buffer.allocUnsafe): Buffer {
  const plain = page.plain ?? createPlainForm(page)
  let size = 0
  for (const { length, hole } of page.parts) size += length + (hole ? filling[hole].text.length : 0)

  const buffer = allocate(size)
  let offset = 0
  for (let i = 0; i < plain.length; i++) {
    const text = plain[i] as Buffer
    buffer.set(text, offset)
    offset += text.length
    const hole = page.parts[i]?.hole
    if (!hole) continue
    buffer.set(filling[hole].text, offset)
    offset += filling[hole].text.length
  }
  return buffer.subarray(0, offset)
}
