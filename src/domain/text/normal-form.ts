/** Real letters have a few marks; Unicode's Stream-Safe Text Format allows thirty (UAX 15). */
const MAX_MARKS = 30
/** Includes the two marks of half-width katakana, which become marks only in NFKC. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu

/**
 * Normalizes text without the marks of a letter beyond the thirtieth: normalization sorts the marks of each letter in
 * quadratic time, which takes half a minute for a letter with 200,000.
 */
export const normalizeForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(MARKS, limitMarks).normalize(form)

const limitMarks = (marks: string): string =>
  marks.length <= MAX_MARKS ? marks : [...marks].slice(0, MAX_MARKS).join('')

/** Invisible characters, which are pasted along with text from contacts, sheets and web pages. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0001}]/gu
/** Tags encode the flags of England, Scotland and Wales after a black flag; elsewhere they are invisible. */
const TAGS = /[\u{e0020}-\u{e007f}]/gu
const BLACK_FLAG = '\u{1f3f4}'
/** Zero-width joiners after characters that use them: letters of the scripts that join, and emoji. */
const JOINERS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself
  /([\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]?)([\u200c\u200d])[\u200c\u200d]*/gu
const OTHER_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** White space other than a single plain space. */
const WIDE_SPACE = /[\t-\r\u0085\u2028\u2029 ]{2,}|[\t-\r\u0085\u2028\u2029]/g

const removeInvisible = (text: string): string =>
  (text.includes(BLACK_FLAG) ? text : text.replaceAll(TAGS, ''))
    .replaceAll(INVISIBLE, '')
    .replaceAll(JOINERS, (_, before: string, joiner: string) => (before === '' ? '' : before + joiner))
    .replaceAll(OTHER_SPACES, ' ')

/**
 * Normalizes one line of text for storage: composed, without invisible characters; a tab or line break becomes a space.
 */
export const normalizeLine = (text: string): string =>
  normalizeForm(removeInvisible(text).replaceAll(WIDE_SPACE, ' ').trim(), 'NFC')

/** Normalizes text of several lines for storage. */
export const normalizeLines = (text: string): string =>
  normalizeForm(removeInvisible(text).replaceAll(LINE_BREAKS, '\n').trim(), 'NFC')

/** Replaces dashes, minus signs and hyphens of every kind with an ASCII hyphen. */
export const normalizeDashes = (text: string): string =>
  text.replaceAll(/[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g, '-')
