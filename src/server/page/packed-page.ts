import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { CSRF_HOLE, PERSONAL_HOLE } from '#contract/limits.ts'
import { type AppendTable, appendTable, combineCrc32 } from './crc32-combine.ts'

/** A text as it is and as gzip's stored blocks, with what it does to the CRC of whatever stands before it. */
type Insert = { text: Buffer; stored: Buffer; crc: number; table: AppendTable }

/** What goes into the holes of an answer; made once for all of a visitor's pages that have the same. */
export type Filling = { personal: Insert; csrf: Insert }

type Part = { deflated: Buffer; length: number; crc: number; table: AppendTable; hole: keyof Filling | undefined }

/** A page ready to send: its fixed parts compressed once, each with the hole that follows it. */
export type PackedPage = {
  parts: readonly Part[]
  /** The fixed parts as they are; made when a client without gzip first asks. */
  plain: readonly Buffer[] | undefined
  /** Memory it takes. */
  bytes: number
}

/**
 * The field is matched with its quotes: texts and JSON have theirs escaped, so nobody's text can pass for a hole and
 * have a visitor's token put where it can be read.
 */
const FIELD_START = 'name="_csrf" value="'
const CSRF_FIELD = `${FIELD_START}${CSRF_HOLE}"`
const HOLES = new RegExp(`(${PERSONAL_HOLE}|${CSRF_FIELD})`)

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty stored block marked as the last one. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])
/** A part's table, which others of its length share, and objects, roughly. */
const PART_OVERHEAD = 700
const STORED_LIMIT = 0xffff
const STORED_HEADER = 5

/** A text without any holes, whatever it says. */
export const packText = (text: string): PackedPage => packed([packPart(Buffer.from(text), undefined)])

export function packPage(html: string): PackedPage {
  const parts: Part[] = []
  let opening = ''
  const pieces = html.split(HOLES)
  for (let i = 0; i < pieces.length; i += 2) {
    const isField = pieces[i + 1] === CSRF_FIELD
    const text = `${opening}${pieces[i]}${isField ? FIELD_START : ''}`
    opening = isField ? '"' : ''
    const hole = i + 1 === pieces.length ? undefined : isField ? 'csrf' : 'personal'
    parts.push(packPart(Buffer.from(text), hole))
  }
  return packed(parts)
}

const packed = (parts: readonly Part[]): PackedPage => ({
  parts,
  plain: undefined,
  bytes: parts.reduce((bytes, part) => bytes + part.deflated.length + PART_OVERHEAD, 0),
})

function packPart(text: Buffer, hole: Part['hole']): Part {
  return {
    // A full flush ends on a byte boundary without closing the stream, and no part refers back over a hole.
    deflated: deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH }),
    length: text.length,
    crc: crc32(text) | 0,
    table: appendTable(text.length),
    hole,
  }
}

export const makeFilling = (personal: string, csrf: string): Filling => ({
  personal: makeInsert(personal),
  csrf: makeInsert(csrf),
})

function makeInsert(given: string): Insert {
  const text = Buffer.from(given)
  return { text, stored: store(text), crc: crc32(text) | 0, table: appendTable(text.length) }
}

function store(text: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let from = 0; from < text.length; from += STORED_LIMIT) {
    const block = text.subarray(from, from + STORED_LIMIT)
    const header = Buffer.alloc(STORED_HEADER)
    header.writeUInt16LE(block.length, 1)
    header.writeUInt16LE(~block.length & STORED_LIMIT, 3)
    blocks.push(header, block)
  }
  return Buffer.concat(blocks)
}

/** Gives room for an answer: at least that many bytes. */
type Allocate = (bytes: number) => Buffer

/** One gzip member out of the compressed parts and, between them, the filling in stored blocks. */
export function fillGzip({ parts }: PackedPage, filling: Filling, allocate: Allocate = Buffer.allocUnsafe): Buffer {
  let size = GZIP_HEADER.length + LAST_BLOCK.length + 8
  for (const { deflated, hole } of parts) size += deflated.length + (hole ? filling[hole].stored.length : 0)

  const out = allocate(size)
  out.set(GZIP_HEADER)
  let at = GZIP_HEADER.length
  let crc = 0
  let length = 0
  for (const part of parts) {
    out.set(part.deflated, at)
    at += part.deflated.length
    crc = combineCrc32(crc, part.crc, part.table)
    length += part.length
    if (!part.hole) continue
    const insert = filling[part.hole]
    out.set(insert.stored, at)
    at += insert.stored.length
    crc = combineCrc32(crc, insert.crc, insert.table)
    length += insert.text.length
  }
  out.set(LAST_BLOCK, at)
  at = out.writeInt32LE(crc, at + LAST_BLOCK.length)
  at = out.writeUInt32LE(length >>> 0, at)
  return out.subarray(0, at)
}

export function fillPlain(page: PackedPage, filling: Filling, allocate: Allocate = Buffer.allocUnsafe): Buffer {
  const plain = page.plain ?? unpack(page)
  let size = 0
  for (const { length, hole } of page.parts) size += length + (hole ? filling[hole].text.length : 0)

  const out = allocate(size)
  let at = 0
  for (let i = 0; i < plain.length; i++) {
    const text = plain[i] as Buffer
    out.set(text, at)
    at += text.length
    const hole = page.parts[i]?.hole
    if (!hole) continue
    out.set(filling[hole].text, at)
    at += filling[hole].text.length
  }
  return out.subarray(0, at)
}

function unpack(page: PackedPage): readonly Buffer[] {
  // The parts are not ended streams; a flush takes what is there.
  page.plain = page.parts.map(({ deflated }) => inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH }))
  for (const part of page.parts) page.bytes += part.length
  return page.plain
}
