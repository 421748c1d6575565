import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { CSRF_HOLE, PERSONAL_HOLE } from '#contract/limits.ts'
import { type AppendTable, appendTable, combineCrc32, hasAppendTable, TABLE_BYTES } from './crc32-combine.ts'

/** A text as it is and as gzip's stored blocks, with its effect on the CRC of whatever precedes it. */
type Insert = { text: Buffer; stored: Buffer; crc: number; table: AppendTable }

/** What goes into a response's holes; made once for all of a visitor's pages that share it. */
export type Filling = { personal: Insert; csrf: Insert }

type Part = {
  length: number
  crc: number
  table: AppendTable
  /** Memory of the table; 0 if other texts of that length have already brought it. */
  tableBytes: number
  hole: keyof Filling | undefined
}

/** A page ready to send: its fixed parts, each with the hole that follows it. */
export type PackedPage = {
  parts: readonly Part[]
  /** The parts compressed; made at once for pages, and for other texts when a client with gzip first asks. */
  deflated: readonly Buffer[] | undefined
  /** The parts uncompressed; for pages made when a client without gzip first asks. */
  plain: readonly Buffer[] | undefined
  /** Memory that it takes. */
  bytes: number
  /** Called when `bytes` has grown; set by the cache that holds the page. */
  onGrowth?: () => void
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
/** Objects of a page, of a part, and of a part's text in one form; measured. */
const PAGE_OVERHEAD = 400
const PART_OVERHEAD = 90
const BUFFER_OVERHEAD = 130
/** By how much an incompressible text grows, with the flush; zlib wants chunks of at least 64 bytes. */
const CHUNK_ROOM = 128
const STORED_LIMIT = 0xffff
const STORED_HEADER = 5

/** Packs a text without holes, whatever it contains. */
export function packText(text: string): PackedPage {
  const plain = together([Buffer.from(text)])
  return packed([describePart(plain[0] as Buffer, undefined)], { plain, deflated: undefined })
}

export function packPage(html: string): PackedPage {
  const parts: Part[] = []
  const deflated: Buffer[] = []
  let opening = ''
  const pieces = html.split(HOLES)
  for (let i = 0; i < pieces.length; i += 2) {
    const isField = pieces[i + 1] === CSRF_FIELD
    const text = Buffer.from(`${opening}${pieces[i]}${isField ? FIELD_START : ''}`)
    opening = isField ? '"' : ''
    const hole = i + 1 === pieces.length ? undefined : isField ? 'csrf' : 'personal'
    parts.push(describePart(text, hole))
    deflated.push(deflate(text))
  }
  return packed(parts, { deflated: together(deflated), plain: undefined })
}

function packed(parts: readonly Part[], forms: Pick<PackedPage, 'deflated' | 'plain'>): PackedPage {
  const bytes = parts.reduce((sum, { tableBytes }) => sum + tableBytes + PART_OVERHEAD, PAGE_OVERHEAD)
  return { parts, ...forms, bytes: bytes + weigh(forms.deflated ?? []) + weigh(forms.plain ?? []) }
}

const weigh = (form: readonly Buffer[]): number => form.reduce((sum, { length }) => sum + length + BUFFER_OVERHEAD, 0)

function grow(page: PackedPage, form: readonly Buffer[]): void {
  page.bytes += weigh(form)
  page.onGrowth?.()
}

/**
 * The same bytes in one block of exactly their length. What zlib returns are views of 16 kB blocks, and small buffers
 * are views of a shared pool: a page that held on to those would take many times its size.
 */
function together(buffers: readonly Buffer[]): Buffer[] {
  const block = Buffer.allocUnsafeSlow(buffers.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  return buffers.map((buffer) => {
    block.set(buffer, at)
    at += buffer.length
    return block.subarray(at - buffer.length, at)
  })
}

function describePart(text: Buffer, hole: Part['hole']): Part {
  return {
    length: text.length,
    crc: crc32(text) | 0,
    // Asked first, because the next line may make the table.
    tableBytes: hasAppendTable(text.length) ? 0 : TABLE_BYTES,
    table: appendTable(text.length),
    hole,
  }
}

/** A full flush ends on a byte boundary without closing the stream, and no part refers back over a hole. */
const deflate = (text: Buffer): Buffer =>
  deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, ...contextFor(text.length) })

/** The parts are not finished streams; a flush takes what is there. */
const inflate = (deflated: Buffer, length: number): Buffer =>
  inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH, ...contextFor(length) })

/**
 * A zlib context no larger than the text needs. With the usual quarter of a megabyte for each part of a page, the
 * blocks that stay between freed ones would leave the process ten times the memory it uses.
 */
function contextFor(length: number) {
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(length + 1))))
  return { windowBits, memLevel: Math.min(8, windowBits - 6), chunkSize: Math.min(16_384, length + CHUNK_ROOM) }
}

export const makeFilling = (personal: string, csrf: string): Filling => ({
  personal: makeInsert(personal),
  csrf: makeInsert(csrf),
})

/** A copy to keep: a view of Node's pool of small buffers would hold on to the whole pool. */
export function keptFilling({ personal, csrf }: Filling): Filling {
  const [text, stored, csrfText, csrfStored] = together([personal.text, personal.stored, csrf.text, csrf.stored]) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  return { personal: { ...personal, text, stored }, csrf: { ...csrf, text: csrfText, stored: csrfStored } }
}

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

/** Allocates memory for a response: at least that many bytes. */
type Allocate = (bytes: number) => Buffer

/** One gzip member from the compressed parts and, between them, the filling in stored blocks. */
export function fillGzip(page: PackedPage, filling: Filling, allocate: Allocate = Buffer.allocUnsafe): Buffer {
  const { parts } = page
  const deflated = page.deflated ?? pack(page)
  let size = GZIP_HEADER.length + LAST_BLOCK.length + 8
  for (let i = 0; i < parts.length; i++) {
    const { hole } = parts[i] as Part
    size += (deflated[i] as Buffer).length + (hole ? filling[hole].stored.length : 0)
  }

  const out = allocate(size)
  out.set(GZIP_HEADER)
  let at = GZIP_HEADER.length
  let crc = 0
  let length = 0
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as Part
    const text = deflated[i] as Buffer
    out.set(text, at)
    at += text.length
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
  const deflated = page.deflated ?? []
  page.plain = together(page.parts.map(({ length }, i) => inflate(deflated[i] as Buffer, length)))
  grow(page, page.plain)
  return page.plain
}

function pack(page: PackedPage): readonly Buffer[] {
  page.deflated = together((page.plain ?? []).map(deflate))
  grow(page, page.deflated)
  return page.deflated
}
