import { inflateSync } from 'node:zlib'

type Letters = Map<string, string>

/**
 * Lines of text per page of a PDF from pdfkit, compressed or not: text at the same height, from the left. Embedded
 * fonts use glyph numbers and include a table of their characters. Words in right-to-left scripts are returned in
 * reading order.
 */
export function readPdfPages(pdf: Buffer): string[][] {
  const source = pdf.toString('latin1')
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = '', body = '']) => [id, inflate(body)]),
  )
  const findReference = (body: string, name: string) => new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(body)?.[1] ?? ''
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.map((page) => {
    const resources = objects.get(findReference(page, 'Resources')) ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
        const table = objects.get(findReference(objects.get(id) ?? '', 'ToUnicode'))
        return [name, table === undefined ? undefined : parseLetters(table)]
      }),
    )
    return parseLines(objects.get(findReference(page, 'Contents')) ?? '', fonts)
  })
}

function inflate(body: string): string {
  const [, head, stream] = /^([\s\S]*?\/FlateDecode[\s\S]*?)stream\n([\s\S]*)\nendstream/.exec(body) ?? []
  return head === undefined
    ? body
    : `${head}stream\n${inflateSync(Buffer.from(stream ?? '', 'latin1')).toString('latin1')}`
}

/** Code points by glyph number, from zero. */
function parseLetters(table: string): Letters {
  const list = [...table.matchAll(/\[((?:<[0-9a-f]*>\s*)+)\]/gi)].flatMap(([, codes = '']) => hexStrings(codes))
  return new Map(list.map((code, i) => [i.toString(16).padStart(4, '0'), utf16(code)]))
}

function parseLines(content: string, fonts: Map<string, Letters | undefined>): string[] {
  const lines = new Map<number, { x: number; text: string }[]>()
  for (const [block, actual] of content.matchAll(MARKED_OR_PLAIN_TEXT)) {
    const [, x, y] = /1 0 0 1 ([\d.]+) ([\d.]+) Tm/.exec(block) ?? []
    const letters = fonts.get(/\/(\w+) [\d.]+ Tf/.exec(block)?.[1] ?? '')
    const codes = hexStrings(block).join('')
    const drawn = letters ? (codes.match(/.{4}/g) ?? []).map((code) => letters.get(code) ?? '').join('') : utf16(codes)
    const text =
      actual === undefined
        ? toReadingOrder(drawn)
        : utf16(Buffer.from(unescapeLiteral(actual), 'latin1').toString('hex'))
    const line = lines.get(Math.round(Number(y))) ?? []
    lines.set(Math.round(Number(y)), [...line, { x: Number(x), text }])
  }
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, parts]) =>
      parts
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .reduce((line, part) => (isJoined(line, part) ? line + part : `${line} ${part}`), ''),
    )
}

/** Text, preceded by its actual text where the document has one. */
const MARKED_OR_PLAIN_TEXT =
  /\/ActualText \(\xfe\xff((?:\\[\s\S]|[^\\)])*)\)\s*>> BDC[\s\S]*?\bEMC\b|\bBT\b[\s\S]*?\bET\b/g
const unescapeLiteral = (literal: string): string =>
  literal.replaceAll(
    /\\([\s\S])/g,
    (_, character: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[character] ?? character,
  )
const toReadingOrder = (drawn: string): string =>
  /^[\p{sc=Arab}\p{sc=Hebr}\p{M}]+$/u.test(drawn) ? [...drawn].toReversed().join('') : drawn

/**
 * In a line with several scripts, spaces are separate parts; letters of one East Asian word come from several fonts.
 */
const isJoined = (line: string, part: string): boolean =>
  line === '' ||
  line.endsWith(' ') ||
  part === ' ' ||
  (/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}]$/u.test(line) &&
    /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hira}\p{sc=Kana}]/u.test(part))

const hexStrings = (text: string): string[] =>
  [...text.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => hex.toLowerCase())
const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
