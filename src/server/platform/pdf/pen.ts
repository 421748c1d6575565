import { readFileSync } from 'node:fs'
import { normalizeForm } from '#domain/text/normal-form.ts'
import { isAllMain, type Piece, visualPieces, withoutEmoji } from './line-pieces.ts'
import { type FontFile, isShaped } from './script-fonts.ts'

export type Look = { size: number; bold?: boolean; display?: boolean; color?: string }
export type Pen = {
  /** Chooses the look of a title: the font of the pages' titles if it contains all letters, otherwise bold. */
  titleLook(title: string, size: number): Look
  /** Breaks text into lines that fit a width; a word that does not fit is broken. */
  wrap(text: string, width: number, look: Look): string[]
  /** Writes one line from `x` to the right, with its top at `y`. */
  write(line: string, x: number, y: number, look: Look): void
  /** Writes one line that ends at `right`. */
  writeRight(line: string, right: number, y: number, look: Look): void
}

export const INK = '#211c19'
/** Ascent of Noto Sans, relative to its size. */
const ASCENT = 1.069
/** Letters in the embedded Fraunces. */
const DISPLAY_LETTERS = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]*$/

const fontFile = (name: string) => readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url))
const regular = fontFile('NotoSans-Regular')
const bold = fontFile('NotoSans-Bold')
const display = fontFile('Fraunces-Display')

/** Fonts of one document besides the embedded ones: those loaded, and those found to be needed. */
export type DocumentFonts = {
  loaded: ReadonlyMap<string, Buffer>
  wanted: Map<string, { file: FontFile; bold: boolean }>
}

/**
 * Sets lines in Noto Sans, which contains Latin, Greek and Cyrillic letters, and titles in Fraunces; letters of other
 * scripts use the fonts of their scripts, in reading order.
 */
export function makePen(doc: PDFKit.PDFDocument, { loaded, wanted }: DocumentFonts): Pen {
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  doc.registerFont('display', display)
  for (const [name, font] of loaded) doc.registerFont(name, font)
  const fontOf = (look: Look) => (look.display ? 'display' : look.bold ? 'bold' : 'regular')
  const nameOf = (font: Piece['font'], look: Look) =>
    font === 'main' ? fontOf(look) : `${font}/${look.bold ? 'bold' : 'regular'}`

  /** Cached because measuring words is most of the work. */
  const known = new Map<string, Map<string, SetWord>>()
  function setWord(word: string, font: string): SetWord {
    const words = known.get(font) ?? new Map<string, SetWord>()
    known.set(font, words)
    const set = words.get(word) ?? measure(word, doc.font(font, 1))
    words.set(word, set)
    return set
  }
  const spaceWidth = (look: Look) => setWord(' ', fontOf(look)).width * look.size
  const mainWords = (text: string, look: Look) => text.split(' ').map((word) => setWord(word, fontOf(look)))

  /**
   * A font that is not loaded yet is assumed to contain what its package declares; the document is written again with
   * it.
   */
  function piecesOf(line: string, look: Look): Piece[] {
    return visualPieces(line, (file, letter) => {
      const name = nameOf(file, look)
      if (loaded.has(name)) return hasGlyph(doc.font(name), letter)
      wanted.set(name, { file, bold: look.bold === true })
      return true
    })
  }
  const pieceWidth = ({ text, font }: Piece, look: Look): number => {
    const name = nameOf(font, look)
    if (text === ' ') return spaceWidth(look)
    return font === 'main' || loaded.has(name) ? setWord(text, name).width * look.size : [...text].length * look.size
  }
  function widthOf(text: string, look: Look): number {
    if (!isAllMain(text)) return piecesOf(text, look).reduce((sum, piece) => sum + pieceWidth(piece, look), 0)
    const words = mainWords(text, look)
    return words.reduce((sum, { width }) => sum + width * look.size, (words.length - 1) * spaceWidth(look))
  }

  function write(given: string, x: number, y: number, look: Look): void {
    const line = clean(given)
    const color = look.color ?? INK
    if (isAllMain(line)) {
      const letters = mainWords(line, look).map((word) => word.letters)
      doc.font(fontOf(look), look.size).fillColor(color).text(letters.join(' '), x, y, { lineBreak: false })
      return
    }
    let at = x
    for (const group of groupedByShaping(piecesOf(line, look))) {
      // Without the actual text, shaped glyphs would be copied and searched in the order in which they are set.
      const actual = isShaped(group[0]?.font ?? 'main') ? group.map(({ text }) => text).join('') : undefined
      if (actual !== undefined) doc.markContent('Span', { actual })
      for (const piece of group) {
        const name = nameOf(piece.font, look)
        if (piece.font === 'main' || loaded.has(name)) {
          const { letters } = setWord(piece.text, name)
          doc.font(name, look.size).fillColor(color)
          doc.text(letters, at, y + ASCENT * look.size, { lineBreak: false, baseline: 'alphabetic' })
        }
        at += pieceWidth(piece, look)
      }
      if (actual !== undefined) doc.endMarkedContent()
    }
  }

  return {
    titleLook: (title, size) => (DISPLAY_LETTERS.test(clean(title)) ? { size, display: true } : { size, bold: true }),
    wrap: (text, width, look) => wrapWords(clean(text), width, spaceWidth(look), (part) => widthOf(part, look)),
    write,
    writeRight: (line, right, y, look) => write(line, right - widthOf(clean(line), look), y, look),
  }
}

/** Groups consecutive words of shaped scripts with the spaces between them; every other piece is a group of its own. */
function groupedByShaping(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = []
  let isOpen = false
  for (const [i, piece] of pieces.entries()) {
    const belongs = isShaped(piece.font) || (piece.text === ' ' && isShaped(pieces[i + 1]?.font ?? 'main'))
    if (isOpen && belongs) groups.at(-1)?.push(piece)
    else groups.push([piece])
    isOpen = isShaped(piece.font) || (isOpen && belongs)
  }
  return groups
}

/** pdfkit's types omit the current font. */
const hasGlyph = (doc: PDFKit.PDFDocument, letter: string): boolean =>
  (
    doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
  )._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

/** A word as the font can set it, and its width at size 1. */
type SetWord = { letters: string; width: number }

/**
 * Drops marks that fontkit cannot place: the font has no position for some of them on some letters, and fontkit throws.
 */
function measure(word: string, doc: PDFKit.PDFDocument): SetWord {
  try {
    return { letters: word, width: doc.widthOfString(word) }
  } catch (fault) {
    const letters = word.replaceAll(/\p{M}/gu, '')
    if (letters === word) throw fault
    return { letters, width: doc.widthOfString(letters) }
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

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
    else for (const [i, { segment }] of [...graphemes.segment(word)].entries()) append(segment, i === 0 ? ' ' : '')
  }
  return [...lines, line]
}

/** Reduces text to one line of whole letters: no breaks, control characters, direction marks or emoji. */
const clean = (text: string): string =>
  withoutEmoji(
    normalizeForm(text.toWellFormed(), 'NFC')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
      .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
      // The embedded font has no minus sign; a dash has the same width.
      .replaceAll('\u2212', '\u2013'),
  )
