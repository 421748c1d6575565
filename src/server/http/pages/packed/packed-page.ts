import { crc32 } from 'node:zlib'
import { CSRF_PLACEHOLDER, PERSONAL_PLACEHOLDER } from '#contract/base/limits.ts'
import { copyIntoOneBlock } from './copy-into-one-block.ts'
import { type AppendTable, findAppendTable, hasAppendTable, TABLE_BYTES } from './crc32-combine.ts'
import { deflate, inflate } from './deflate.ts'
import type { Filling } from './filling.ts'

export type Part = {
  length: number
  crc: number
  table: AppendTable
  /** Memory of the table in bytes; 0 if another text of that length already accounts for it. */
  tableBytes: number
  hole: keyof Filling | undefined
  /** Both forms of text shared by many pages; its memory counts for none of them. */
  shared?: { deflated: Buffer; plain: Buffer }
}

/** A page ready to send: its fixed parts, each with the hole that follows it. */
export type PackedPage = {
  parts: readonly Part[]
  /** The compressed parts. Created up front for pages, and for other texts on the first request that accepts gzip. */
  deflated: readonly Buffer[] | undefined
  /** The uncompressed parts. Created for pages on the first request without gzip. */
  plain: readonly Buffer[] | undefined
  /** Memory in bytes. */
  bytes: number
  /** Called when `bytes` has grown; set by the cache that contains the page. */
  onGrowth?: () => void
}

/**
 * Matched with its quotes: texts and JSON escape theirs, so no text can pass for a hole and get a visitor's token
 * inserted where it can be read.
 */
const FIELD_START = 'name="_csrf" value="'
const CSRF_FIELD = `${FIELD_START}${CSRF_PLACEHOLDER}"`
const HOLES = new RegExp(`(${PERSONAL_PLACEHOLDER}|${CSRF_FIELD})`)

/** All pages share the same styles. */
const [STYLE_START, STYLE_END] = ['<style>', '</style>']
const MAX_STYLES = 20
const styles = new Map<string, Part>()

/** Measured memory of a page's objects, of a part's, and of a part's text in one form, in bytes. */
const PAGE_OVERHEAD = 400
const PART_OVERHEAD = 90
const BUFFER_OVERHEAD = 130

/** Packs text without holes, whatever it contains. */
export function packText(text: string): PackedPage {
  const plain = copyIntoOneBlock([Buffer.from(text)])
  return createPackedPage([describePart(plain[0] as Buffer, undefined)], { plain, deflated: undefined })
}

export function packPage(html: string): PackedPage {
  const parts: Part[] = []
  const ownTexts: Buffer[] = []
  let prefix = ''
  const pieces = html.split(HOLES)
  for (let i = 0; i < pieces.length; i += 2) {
    const isField = pieces[i + 1] === CSRF_FIELD
    const texts = splitAtStyles(`${prefix}${pieces[i]}${isField ? FIELD_START : ''}`)
    prefix = isField ? '"' : ''
    const hole = i + 1 === pieces.length ? undefined : isField ? 'csrf' : 'personal'
    texts.forEach((text, n) => {
      const style = n % 2 === 1 && findSharedStyle(text)
      if (style) parts.push(style)
      else {
        const bytes = Buffer.from(text)
        parts.push(describePart(bytes, n === texts.length - 1 ? hole : undefined))
        ownTexts.push(deflate(bytes))
      }
    })
  }
  return createPackedPage(parts, { deflated: assembleForm(parts, 'deflated', ownTexts), plain: undefined })
}

/** Splits text at its styles; every second item is a style. */
function splitAtStyles(text: string): string[] {
  const texts: string[] = []
  let position = 0
  for (;;) {
    const start = text.indexOf(STYLE_START, position)
    const end = start === -1 ? -1 : text.indexOf(STYLE_END, start)
    if (end === -1) break
    texts.push(text.slice(position, start), text.slice(start, end + STYLE_END.length))
    position = end + STYLE_END.length
  }
  return [...texts, text.slice(position)]
}

/** Returns the shared part of a style, which is compressed and stored in memory once. */
function findSharedStyle(text: string): Part | undefined {
  const cached = styles.get(text)
  if (cached || styles.size >= MAX_STYLES) return cached
  const bytes = Buffer.from(text)
  const [deflated, plain] = copyIntoOneBlock([deflate(bytes), bytes]) as [Buffer, Buffer]
  const part = { ...describePart(plain, undefined), tableBytes: 0, shared: { deflated, plain } }
  // Copied, because a slice would keep the whole text of the page alive.
  styles.set(plain.toString(), part)
  return part
}

/** Returns the texts of all parts; those that belong to the page alone share one block. */
function assembleForm(parts: readonly Part[], form: 'deflated' | 'plain', ownTexts: readonly Buffer[]): Buffer[] {
  const block = copyIntoOneBlock(ownTexts).values()
  return parts.map(({ shared }) => shared?.[form] ?? (block.next().value as Buffer))
}

function createPackedPage(parts: readonly Part[], forms: Pick<PackedPage, 'deflated' | 'plain'>): PackedPage {
  const bytes = parts.reduce((sum, { tableBytes }) => sum + tableBytes + PART_OVERHEAD, PAGE_OVERHEAD)
  return {
    parts,
    ...forms,
    bytes: bytes + countBytes(parts, forms.deflated ?? []) + countBytes(parts, forms.plain ?? []),
  }
}

const countBytes = (parts: readonly Part[], form: readonly Buffer[]): number =>
  form.reduce((sum, { length }, i) => sum + (parts[i]?.shared ? 0 : length + BUFFER_OVERHEAD), 0)

function addForm(page: PackedPage, form: readonly Buffer[]): void {
  page.bytes += countBytes(page.parts, form)
  page.onGrowth?.()
}

function describePart(text: Buffer, hole: Part['hole']): Part {
  return {
    length: text.length,
    crc: crc32(text) | 0,
    // Evaluated before the next line, which may create the table.
    tableBytes: hasAppendTable(text.length) ? 0 : TABLE_BYTES,
    table: findAppendTable(text.length),
    hole,
  }
}

/** Creates the uncompressed form on the first request for a page without gzip. */
export function createPlainForm(page: PackedPage): readonly Buffer[] {
  const deflated = page.deflated ?? []
  const ownTexts = page.parts.flatMap(({ length, shared }, i) => (shared ? [] : inflate(deflated[i] as Buffer, length)))
  page.plain = assembleForm(page.parts, 'plain', ownTexts)
  addForm(page, page.plain)
  return page.plain
}

/** Creates the compressed form on the first request for the text with gzip. */
export function createDeflatedForm(page: PackedPage): readonly Buffer[] {
  page.deflated = copyIntoOneBlock((page.plain ?? []).map(deflate))
  addForm(page, page.deflated)
  return page.deflated
}
