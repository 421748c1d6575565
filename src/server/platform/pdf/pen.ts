import { readFileSync } from 'node:fs'
import { normalForm } from '#domain/normal-form.ts'
import { eastAsianWidth, makeEastAsianFonts, splitRuns } from './east-asian.ts'

export type Look = { size: number; bold?: boolean; color?: string }
export type Pen = {
  /** Breaks text into lines that fit a width; a word that does not fit is broken. */
  wrap(text: string, width: number, look: Look): string[]
  /** One line from `x` to the right, its top at `y`. */
  write(line: string, x: number, y: number, look: Look): void
  /** One line that ends at `right`. */
  writeRight(line: string, right: number, y: number, look: Look): void
}

export const INK = '#211c19'
/** Of the embedded font, relative to its size. */
const ASCENT = 1.069

const fontFile = (name: string) => readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url))
const regular = fontFile('NotoSans-Regular')
const bold = fontFile('NotoSans-Bold')

/**
 * Sets lines in Noto Sans, which has Latin, Greek and Cyrillic letters; East Asian ones come from the reader's program,
 * and any other letter becomes an empty box.
 */
export function makePen(doc: PDFKit.PDFDocument): Pen {
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  const eastAsian = makeEastAsianFonts(doc)
  const use = (look: Look) => doc.font(look.bold ? 'bold' : 'regular', look.size)

  /** Widths by word: measuring words is most of the work. */
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() }
  function wordWidth(word: string, look: Look): number {
    const widths = look.bold ? known.bold : known.regular
    const width = widths.get(word) ?? use({ ...look, size: 1 }).widthOfString(word)
    widths.set(word, width)
    return width * look.size
  }
  const spaceWidth = (look: Look) => wordWidth(' ', look)
  const runWidth = (run: string, i: number, look: Look) => {
    if (i % 2 === 1) return eastAsianWidth(run, look.size)
    const words = run.split(' ')
    return words.reduce((sum, word) => sum + wordWidth(word, look), (words.length - 1) * spaceWidth(look))
  }
  const widthOf = (text: string, look: Look) => splitRuns(text).reduce((sum, run, i) => sum + runWidth(run, i, look), 0)

  function write(line: string, x: number, y: number, look: Look): void {
    const color = look.color ?? INK
    let at = x
    for (const [i, run] of splitRuns(clean(line)).entries()) {
      if (i % 2 === 1) eastAsian.write(run, at, y + ASCENT * look.size, look.size, color)
      else if (run !== '') use(look).fillColor(color).text(run, at, y, { lineBreak: false })
      at += runWidth(run, i, look)
    }
  }

  return {
    wrap: (text, width, look) => wrapWords(clean(text), width, spaceWidth(look), (part) => widthOf(part, look)),
    write,
    writeRight: (line, right, y, look) => write(line, right - widthOf(clean(line), look), y, look),
  }
}

function wrapWords(text: string, width: number, space: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const append = (part: string, gap: '' | ' ') => {
    const wanted = widthOf(part)
    const between = gap === '' ? 0 : space
    if (line === '' || used + between + wanted > width) {
      if (line !== '') lines.push(line)
      line = part
      used = wanted
    } else {
      line += gap + part
      used += between + wanted
    }
  }
  for (const word of text.split(' ').filter(Boolean)) {
    if (widthOf(word) <= width) append(word, ' ')
    else for (const [i, letter] of [...word].entries()) append(letter, i === 0 ? ' ' : '')
  }
  return [...lines, line]
}

/** One line of whole letters: no breaks, no control characters, nothing that changes direction. */
const clean = (text: string): string =>
  normalForm(text.toWellFormed(), 'NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    // The embedded font has no minus; a dash is as wide.
    .replaceAll('\u2212', '\u2013')
