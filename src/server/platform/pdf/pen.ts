import { readFileSync } from 'node:fs'
import { normalizeForm } from '#domain/text/normal-form.ts'
import { DISPLAY_LETTERS } from './display-font.ts'
import { type Piece, removeEmoji, splitIntoPieces, usesMainFontOnly } from './line-pieces.ts'
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

const fontFile = (name: string) => readFileSync(new URL(`fonts/${name}.ttf`, import.meta.url))
const regular = fontFile('NotoSans-Regular')
const bold = fontFile('NotoSans-Bold')

/** Fonts of one document besides the embedded ones: that of titles, those loaded, and those found to be needed. */
export type DocumentFonts = {
  display: Buffer
  loaded: ReadonlyMap<string, Buffer>
  missing: Map<string, { file: FontFile; bold: boolean }>
}

/**
 * Sets lines in Noto Sans, which contains Latin, Greek and Cyrillic letters, and titles in the shop's display font;
 * letters of other scripts use the fonts of their scripts, in reading order.
 */
export function makePen(doc: PDFKit.PDFDocument, { display, loaded, missing }: DocumentFonts): Pen {
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  doc.registerFont('display', display)
  for (const [name, font] of loaded) doc.registerFont(name, font)
  const chooseFont = (look: Look) => (look.display ? 'display' : look.bold ? 'bold' : 'regular')
  const fontName = (font: Piece['font'], look: Look) =>
    font === 'main' ? chooseFont(look) : `${font}/${look.bold ? 'bold' : 'regular'}`

  /** Cached because measuring words is most of the work. */
  const measuredWords = new Map<string, Map<string, MeasuredWord>>()
  function measureWord(word: string, font: string): MeasuredWord {
    const words = measuredWords.get(font) ?? new Map<string, MeasuredWord>()
    measuredWords.set(font, words)
    const measured = words.get(word) ?? measureOrStripMarks(word, doc.font(font, 1))
    words.set(word, measured)
    return measured
  }
  const spaceWidth = (look: Look) => measureWord(' ', chooseFont(look)).width * look.size
  const measureWords = (text: string, look: Look) => text.split(' ').map((word) => measureWord(word, chooseFont(look)))

  /**
   * A font that is not loaded yet is assumed to contain what its package declares; the document is written again with
   * it.
   */
  function splitLine(line: string, look: Look): Piece[] {
    return splitIntoPieces(line, (file, letter) => {
      const name = fontName(file, look)
      if (loaded.has(name)) return hasGlyph(doc.font(name), letter)
      missing.set(name, { file, bold: look.bold === true })
      return true
    })
  }
  const pieceWidth = ({ text, font }: Piece, look: Look): number => {
    const name = fontName(font, look)
    if (text === ' ') return spaceWidth(look)
    return font === 'main' || loaded.has(name)
      ? measureWord(text, name).width * look.size
      : [...text].length * look.size
  }
  function measureText(text: string, look: Look): number {
    if (!usesMainFontOnly(text)) return splitLine(text, look).reduce((sum, piece) => sum + pieceWidth(piece, look), 0)
    const words = measureWords(text, look)
    return words.reduce((sum, { width }) => sum + width * look.size, (words.length - 1) * spaceWidth(look))
  }

  function write(rawLine: string, x: number, y: number, look: Look): void {
    const line = cleanText(rawLine)
    const color = look.color ?? INK
    if (usesMainFontOnly(line)) {
      const letters = measureWords(line, look).map((word) => word.letters)
      doc.font(chooseFont(look), look.size).fillColor(color).text(letters.join(' '), x, y, { lineBreak: false })
      return
    }
    let currentX = x
    for (const group of groupByShaping(splitLine(line, look))) {
      // Without the actual text, shaped glyphs would be copied and searched in the order in which they are set.
      const actual = isShaped(group[0]?.font ?? 'main') ? group.map(({ text }) => text).join('') : undefined
      if (actual !== undefined) doc.markContent('Span', { actual })
      for (const piece of group) {
        const name = fontName(piece.font, look)
        if (piece.font === 'main' || loaded.has(name)) {
          const { letters } = measureWord(piece.text, name)
          doc.font(name, look.size).fillColor(color)
          doc.text(letters, currentX, y + ASCENT * look.size, { lineBreak: false, baseline: 'alphabetic' })
        }
        currentX += pieceWidth(piece, look)
      }
      if (actual !== undefined) doc.endMarkedContent()
    }
  }

  return {
    titleLook: (title, size) =>
      DISPLAY_LETTERS.test(cleanText(title)) ? { size, display: true } : { size, bold: true },
    wrap: (text, width, look) => wrapWords(cleanText(text), width, spaceWidth(look), (part) => measureText(part, look)),
    write,
    writeRight: (line, right, y, look) => write(line, right - measureText(cleanText(line), look), y, look),
  }
}

/** Groups consecutive words of shaped scripts with the spaces between them; every other piece is a group of its own. */
function groupByShaping(pieces: readonly Piece[]): Piece[][] {
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
type MeasuredWord = { letters: string; width: number }

/**
 * Drops marks that fontkit cannot place: the font has no position for some of them on some letters, and fontkit throws.
 */
function measureOrStripMarks(word: string, doc: PDFKit.PDFDocument): MeasuredWord {
  try {
    return { letters: word, width: doc.widthOfString(word) }
  } catch (error) {
    const letters = word.replaceAll(/\p{M}/gu, '')
    if (letters === word) throw error
    return { letters, width: doc.widthOfString(letters) }
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function wrapWords(text: string, width: number, space: number, measureText: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let lineWidth = 0
  const append = (part: string, gap: '' | ' ') => {
    const partWidth = measureText(part)
    const gapWidth = gap === '' ? 0 : space
    if (line === '' || lineWidth + gapWidth + partWidth > width) {
      if (line !== '') lines.push(line)
      line = part
      lineWidth = partWidth
    } else {
      line += gap + part
      lineWidth += gapWidth + partWidth
    }
  }
  for (const word of text.split(' ').filter(Boolean)) {
    if (measureText(word) <= width) append(word, ' ')
    else for (const [i, { segment }] of [...graphemes.segment(word)].entries()) append(segment, i === 0 ? ' ' : '')
  }
  return [...lines, line]
}

/** Reduces text to one line of whole letters: no breaks, control characters, direction marks or emoji. */
const cleanText = (text: string): string =>
  removeEmoji(
    normalizeForm(text.toWellFormed(), 'NFC')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
      .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
      // The embedded font has no minus sign; a dash has the same width.
      .replaceAll('\u2212', '\u2013'),
  )
