import bidiModule from 'bidi-js'
import { type FontFile, filesWith } from './script-fonts.ts'

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

export const isAllMain = (text: string): boolean => ALL_MAIN.test(text)

/** Removes emoji, which no font here contains. */
export const withoutEmoji = (text: string): string =>
  isAllMain(text)
    ? text
    : [...text]
        .filter((letter) => MAIN.test(letter) || !EMOJI.test(letter))
        .join('')
        .replaceAll(/(^|[^\p{L}\p{M}])[\u200c\u200d]+/gu, '$1')
        .replaceAll(/ {2,}/g, ' ')

/**
 * Splits a line into pieces from left to right (UAX 9). A letter that no font contains becomes a question mark. `has`
 * reports whether a font contains a letter, which is known once it is loaded.
 */
export function visualPieces(line: string, has: (font: FontFile, letter: string) => boolean): Piece[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'auto')
  const pieces: (Piece & { level: number })[] = []
  let at = 0
  for (const letter of line) {
    const level = levels[at] ?? 0
    at += letter.length
    const before = pieces.at(-1)
    const isAttached = before !== undefined && before.text !== ' ' && ATTACHED.test(letter)
    const font = fontOf(letter, isAttached ? before.font : undefined, line, has)
    if (font === undefined && /[\u200c\u200d]/.test(letter)) continue
    const text = font === undefined ? '?' : letter
    if (before && letter !== ' ' && before.text !== ' ' && before.level === level && before.font === (font ?? 'main')) {
      before.text += text
    } else {
      pieces.push({ text, font: font ?? 'main', level, isRightToLeft: level % 2 === 1 })
    }
  }
  return reordered(pieces).map(({ text, font, isRightToLeft }) => ({
    // Only right-to-left scripts are reversed by shaping.
    text: isRightToLeft && font === 'main' ? mirrored(text) : text,
    font,
    isRightToLeft,
  }))
}

function fontOf(
  letter: string,
  preferred: Piece['font'] | undefined,
  line: string,
  has: (font: FontFile, letter: string) => boolean,
): Piece['font'] | undefined {
  if (preferred !== undefined && preferred !== 'main' && has(preferred, letter)) return preferred
  return MAIN.test(letter) ? 'main' : filesWith(letter, line).find((file) => has(file, letter))
}

const mirrored = (text: string): string =>
  [...text]
    .toReversed()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('')

/** From the highest level down, reverses all runs of at least that level (UAX 9, L2). */
function reordered<Leveled extends { level: number }>(pieces: readonly Leveled[]): Leveled[] {
  let order = [...pieces]
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    const next: Leveled[] = []
    for (let from = 0; from < order.length; ) {
      let to = from
      while (to < order.length && (order[to] as Leveled).level >= level) to++
      next.push(...order.slice(from, to).toReversed(), ...order.slice(to, to + 1))
      from = to + 1
    }
    order = next
  }
  return order
}
