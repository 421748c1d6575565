import { readFileSync } from 'node:fs'
import { normalForm } from '#domain/normal-form.ts'
import { eastAsianWidth, makeEastAsianFonts, splitRuns } from './east-asian.ts'

export type Look = { size: number; bold?: boolean; display?: boolean; color?: string }
export type Pen = {
  /** The look of a title: in the letters of the pages' titles where they have all of its own, else in bold ones. */
  titleLook(title: string, size: number): Look
  /** Breaks text into lines that fit a width; a word that does not fit is broken. */
  wrap(text: string, width: number, look: Look): string[]
  /** One line from `x` to the right, its top at `y`. */
  write(line: string, x: number, y: number, look: Look): void
  /** One line that ends at `right`. */
  writeRight(line: string, right: number, y: number, look: Look): void
}

export const INK = '#211c19'
/** Of Noto Sans, relative to its size. */
const ASCENT = 1.069
/** What Fraunces has here. */
const DISPLAY_LETTERS = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/

const fontFile = (name: string) => readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url))
const regular = fontFile('NotoSans-Regular')
const bold = fontFile('NotoSans-Bold')
const display = fontFile('Fraunces-Display')

/**
 * Sets lines in Noto Sans, which has Latin, Greek and Cyrillic letters, and titles in Fraunces; East Asian letters come
 * from the reader's program, and any other letter becomes an empty box.
 */
export function makePen(doc: PDFKit.PDFDocument): Pen {
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  doc.registerFont('display', display)
  const eastAsian = makeEastAsianFonts(doc)
  const fontOf = (look: Look) => (look.display ? 'display' : look.bold ? 'bold' : 'regular')
  const use = (look: Look) => doc.font(fontOf(look), look.size)

  /** Measuring words is most of the work. */
  const known = {
    regular: new Map<string, SetWord>(),
    bold: new Map<string, SetWord>(),
    display: new Map<string, SetWord>(),
  }
  function setWord(word: string, look: Look): SetWord {
    const words = known[fontOf(look)]
    const set = words.get(word) ?? measure(word, use({ ...look, size: 1 }))
    words.set(word, set)
    return set
  }
  const spaceWidth = (look: Look) => setWord(' ', look).width * look.size
  const setWords = (run: string, look: Look) => run.split(' ').map((word) => setWord(word, look))
  const runWidth = (run: string, i: number, look: Look) => {
    if (i % 2 === 1) return eastAsianWidth(run, look.size)
    const words = setWords(run, look)
    return words.reduce((sum, { width }) => sum + width * look.size, (words.length - 1) * spaceWidth(look))
  }
  const widthOf = (text: string, look: Look) => splitRuns(text).reduce((sum, run, i) => sum + runWidth(run, i, look), 0)

  function write(line: string, x: number, y: number, look: Look): void {
    const color = look.color ?? INK
    let at = x
    for (const [i, run] of splitRuns(clean(line)).entries()) {
      if (i % 2 === 1) eastAsian.write(run, at, y + ASCENT * look.size, look.size, color)
      else if (run !== '') {
        const letters = setWords(run, look).map((word) => word.letters)
        use(look).fillColor(color).text(letters.join(' '), at, y, { lineBreak: false })
      }
      at += runWidth(run, i, look)
    }
  }

  return {
    titleLook: (title, size) => (DISPLAY_LETTERS.test(clean(title)) ? { size, display: true } : { size, bold: true }),
    wrap: (text, width, look) => wrapWords(clean(text), width, spaceWidth(look), (part) => widthOf(part, look)),
    write,
    writeRight: (line, right, y, look) => write(line, right - widthOf(clean(line), look), y, look),
  }
}

/** A word as the font can set it, and its width at size 1. */
type SetWord = { letters: string; width: number }

/** The font knows no place for some marks on some letters, and fontkit throws for them: those letters go without. */
function measure(word: string, doc: PDFKit.PDFDocument): SetWord {
  try {
    return { letters: word, width: doc.widthOfString(word) }
  } catch (fault) {
    const letters = word.replaceAll(/\p{M}/gu, '')
    if (letters === word) throw fault
    return { letters, width: doc.widthOfString(letters) }
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
