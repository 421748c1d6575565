import { crc32 } from 'node:zlib'
import { CSRF_PLACEHOLDER, PERSONAL_PLACEHOLDER } from '#contract/base/limits.ts'
import { type AppendTable, appendTable, hasAppendTable, TABLE_BYTES } from './crc32-combine.ts'
import { deflate, inflate } from './deflate.ts'
import type { Filling } from './filling.ts'
import { inOneBlock } from './one-block.ts'

export type Part = {
  length: number
  crc: number
  table: AppendTable
  /** Memory of the table in bytes; 0 if another text of that length already accounts for it. */
  tableBytes: number
  hole: keyof Filling | undefined
  /** Both forms of a text shared by many pages; its memory counts for none of them. */
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
  /** Called when `bytes` has grown; set by the cache that holds the page. */
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

/** Packs a text without holes, whatever it contains. */
export function packText(text: string): PackedPage {
  const plain = inOneBlock([Buffer.from(text)])
  return packed([describePart(plain[0] as Buffer, undefined)], { plain, deflated: undefined })
}

export function packPage(html: string): PackedPage {
  const parts: Part[] = []
  const own: Buffer[] = []
  let opening = ''
  const pieces = html.split(HOLES)
  for (let i = 0; i < pieces.length; i += 2) {
    const isField = pieces[i + 1] === CSRF_FIELD
    const texts = cutAtStyles(`${opening}${pieces[i]}${isField ? FIELD_START : ''}`)
    opening = isField ? '"' : ''
    const hole = i + 1 === pieces.length ? undefined : isField ? 'csrf' : 'personal'
    texts.forEach((text, n) => {
      const style = n % 2 === 1 && sharedStyle(text)
      if (style) parts.push(style)
      else {
        const bytes = Buffer.from(text)
        parts.push(describePart(bytes, n === texts.length - 1 ? hole : undefined))
        own.push(deflate(bytes))
      }
    })
  }
  return packed(parts, { deflated: formOf(parts, 'deflated', own), plain: undefined })
}

/** Splits a text at its styles; every second item is a style. */
function cutAtStyles(text: string): string[] {
  const texts: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf(STYLE_START, from)
    const end = start === -1 ? -1 : text.indexOf(STYLE_END, start)
    if (end === -1) break
    texts.push(text.slice(from, start), text.slice(start, end + STYLE_END.length))
    from = end + STYLE_END.length
  }
  return [...texts, text.slice(from)]
}

/** Returns the shared part of a style, which is compressed and kept in memory once. */
function sharedStyle(text: string): Part | undefined {
  const known = styles.get(text)
  if (known || styles.size >= MAX_STYLES) return known
  const bytes = Buffer.from(text)
  const [deflated, plain] = inOneBlock([deflate(bytes), bytes]) as [Buffer, Buffer]
  const part = { ...describePart(plain, undefined), tableBytes: 0, shared: { deflated, plain } }
  // Copied, because a slice would keep the whole text of the page alive.
  styles.set(plain.toString(), part)
  return part
}

/** Returns the texts of all parts; those that belong to the page alone are put into one block. */
function formOf(parts: readonly Part[], form: 'deflated' | 'plain', own: readonly Buffer[]): Buffer[] {
  const block = inOneBlock(own).values()
  return parts.map(({ shared }) => shared?.[form] ?? (block.next().value as Buffer))
}

function packed(parts: readonly Part[], forms: Pick<PackedPage, 'deflated' | 'plain'>): PackedPage {
  const bytes = parts.reduce((sum, { tableBytes }) => sum + tableBytes + PART_OVERHEAD, PAGE_OVERHEAD)
  return { parts, ...forms, bytes: bytes + weigh(parts, forms.deflated ?? []) + weigh(parts, forms.plain ?? []) }
}

const weigh = (parts: readonly Part[], form: readonly Buffer[]): number =>
  form.reduce((sum, { length }, i) => sum + (parts[i]?.shared ? 0 : length + BUFFER_OVERHEAD), 0)

function grow(page: PackedPage, form: readonly Buffer[]): void {
  page.bytes += weigh(page.parts, form)
  page.onGrowth?.()
}

function describePart(text: Buffer, hole: Part['hole']): Part {
  return {
    length: text.length,
    crc: crc32(text) | 0,
    // Evaluated before the next line, which may create the table.
    tableBytes: hasAppendTable(text.length) ? 0 : TABLE_BYTES,
    table: appendTable(text.length),
    hole,
  }
}

/** Creates the uncompressed form on the first request for a page without gzip. */
export function plainForm(page: PackedPage): readonly Buffer[] {
  const deflated = page.deflated ?? []
  const own = page.parts.flatMap(({ length, shared }, i) => (shared ? [] : inflate(deflated[i] as Buffer, length)))
  page.plain = formOf(page.parts, 'plain', own)
  grow(page, page.plain)
  return page.plain
}

/** Creates the compressed form on the first request for a text with gzip. */
export function deflatedForm(page: PackedPage): readonly Buffer[] {
  page.deflated = inOneBlock((page.plain ?? []).map(deflate))
  grow(page, page.deflated)
  return page.deflated
}
