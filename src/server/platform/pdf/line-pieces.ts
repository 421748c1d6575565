import bidiModule from 'bidi-js'
import { type FontFile, filesWith } from './script-fonts.ts'

/** What is set in one font and one direction, without a space in it. */
export type Piece = { text: string; font: FontFile | 'main'; isRightToLeft: boolean }

/** What the embedded Noto Sans has. */
const MAIN_LETTERS = String.raw`\u0020-\u007e\u00a0-\u024f\u0259\u02bb\u02bc\u02c6-\u02dd\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u203a\u2044\u20a0-\u20bf\u2116\u2122\u2212\ufffd`
const MAIN = new RegExp(`[${MAIN_LETTERS}]`, 'u')
const ALL_MAIN = new RegExp(`^[${MAIN_LETTERS}]*$`, 'u')
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3|[\ufe00-\ufe0f]/u
/** They stay with the letter before them. */
const ATTACHED = /[\p{M}\u200c\u200d]/u

/** The package's types describe its ES module; Node loads the other, which is the function itself. */
const bidi = (bidiModule as unknown as typeof bidiModule.default)()

export const isAllMain = (text: string): boolean => ALL_MAIN.test(text)

/** Text without emoji, which no font here draws. */
export const withoutEmoji = (text: string): string =>
  isAllMain(text)
    ? text
    : [...text]
        .filter((letter) => MAIN.test(letter) || !EMOJI.test(letter))
        .join('')
        .replaceAll(/(^|[^\p{L}\p{M}])[\u200c\u200d]+/gu, '$1')
        .replaceAll(/ {2,}/g, ' ')

/**
 * A line as pieces from the left to the right (UAX 9). A letter that no font has is a question mark. `has` tells whether
 * a font has a letter, which is known once it is loaded.
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
    // Shaping turns the letters of scripts that run to the left, and of no others.
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

/** From the highest level down, what is at least of that level is turned around (UAX 9, L2). */
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
