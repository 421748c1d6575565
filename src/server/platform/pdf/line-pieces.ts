import bidiModule from 'bidi-js'
import { type FontFile, findFontFiles } from './script-fonts.ts'

/** Text in one font and one direction, without spaces. */
export type Piece = { text: string; font: FontFile | 'main'; isRightToLeft: boolean }

/** Letters in the embedded Noto Sans. */
const MAIN_LETTERS = String.raw`\u0020-\u007e\u00a0-\u024f\u0259\u02bb\u02bc\u02c6-\u02dd\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u203a\u2044\u20a0-\u20bf\u2116\u2122\u2212\ufffd`
const MAIN = new RegExp(`[${MAIN_LETTERS}]`, 'u')
const ALL_MAIN = new RegExp(`^[${MAIN_LETTERS}]*$`, 'u')
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3|[\ufe00-\ufe0f]/u
/** Characters that stay with the letter before them. */
const ATTACHED = /[\p{M}\u200c\u200d]/u

/** The package's types describe its ES module; Node loads the other one, which is the function itself. */
const bidi = (bidiModule as unknown as typeof bidiModule.default)()

export const usesMainFontOnly = (text: string): boolean => ALL_MAIN.test(text)

/** Removes emoji, which no font here contains. */
export const removeEmoji = (text: string): string =>
  usesMainFontOnly(text)
    ? text
    : [...text]
        .filter((letter) => MAIN.test(letter) || !EMOJI.test(letter))
        .join('')
        .replaceAll(/(^|[^\p{L}\p{M}])[\u200c\u200d]+/gu, '$1')
        .replaceAll(/ {2,}/g, ' ')

/**
 * Splits a line into pieces from left to right (UAX 9). A letter that no font contains becomes a question mark. `hasLetter`
 * reports whether a font contains a letter, which is known once it is loaded.
 */
export function splitIntoPieces(line: string, hasLetter: (font: FontFile, letter: string) => boolean): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'auto')
  const pieces: (Piece & { level: number })[] = []
  let offset = 0
  for (const letter of line) {
    const level = levels[offset] ?? 0
    offset += letter.length
    const previous = pieces.at(-1)
    const isAttached = previous !== undefined && previous.text !== ' ' && ATTACHED.test(letter)
    const font = chooseFont(letter, isAttached ? previous.font : undefined, line, hasLetter)
    if (font === undefined && /[\u200c\u200d]/.test(letter)) continue
    const text = font === undefined ? '?' : letter
    if (
      previous &&
      letter !== ' ' &&
      previous.text !== ' ' &&
      previous.level === level &&
      previous.font === (font ?? 'main')
    ) {
      previous.text += text
    } else {
      pieces.push({ text, font: font ?? 'main', level, isRightToLeft: level % 2 === 1 })
    }
  }
  return reorder(pieces).map(({ text, font, isRightToLeft }) => ({
    // Only right-to-left scripts are reversed by shaping.
    text: isRightToLeft && font === 'main' ? mirror(text) : text,
    font,
    isRightToLeft,
  }))
}

function chooseFont(
  letter: string,
  preferred: Piece['font'] | undefined,
  line: string,
  hasLetter: (font: FontFile, letter: string) => boolean,
): Piece['font'] | undefined {
  if (preferred !== undefined && preferred !== 'main' && hasLetter(preferred, letter)) return preferred
  return MAIN.test(letter) ? 'main' : findFontFiles(letter, line).find((file) => hasLetter(file, letter))
}

const mirror = (text: string): string =>
  [...text]
    .toReversed()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('')

/** From the highest level down, reverses all runs of at least that level (UAX 9, L2). */
function reorder<Leveled extends { level: number }>(pieces: readonly Leveled[]): Leveled[] {
  let order = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    const next: Leveled[] = []
    for (let start = 0; start < order.length; ) {
      let end = start
      while (end < order.length && (order[end] as Leveled).level >= level) end++
      next.push(...order.slice(start, end).toReversed(), ...order.slice(end, end + 1))
      start = end + 1
    }
    order = next
  }
  return order
}
