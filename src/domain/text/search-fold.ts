import { normalizeForm } from './normal-form.ts'

/** Accents and vowel points, which people omit when they type. */
const ACCENTS = String.raw`\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`
const INVISIBLE = String.raw`\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`
const IGNORED = new RegExp(`[${ACCENTS}${INVISIBLE}]`, 'gu')
/** Standalone accents, which people type as apostrophes; NFKD would turn each into a space. */
const LONE_ACCENTS = /[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]/g
/** They follow a name without a space, and NFKD would turn them into letters of it. */
const TRADEMARKS = /[\u00a9\u00ae\u2120\u2122]/g
const APOSTROPHES = /['`\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u2018-\u201b\u2032\u2035\ua78b\ua78c]/g
const GAPS =
  /[\t-\r \u0085\u1680\u2028\u2029\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0-]+/g

/** Letters that do not decompose into a plain letter and a mark, with their plain spelling. */
const PLAIN_LETTERS = new Map([
  ...mapLetters('ßæœþ', 'ss', 'ae', 'oe', 'th'),
  ...mapLetters('łøđħıŧðəŋƀɓƈɖɗƒɠɨƚƙɲƥƭʋƴƶȷɉɍɏɇȼ', ...'lodhitdenbbcddfgilknptvyzjjryec'),
  ...mapLetters('ςىةیک', ...'σيهيك'),
  ...mapLetters('٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', ...'01234567890123456789'),
])
const SPECIAL = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'g')

function mapLetters(special: string, ...plain: string[]): [string, string][] {
  return [...special].map((letter, i) => [letter, plain[i] ?? letter])
}

/**
 * Normalizes text for searches: lowercase without accents, apostrophes or invisible characters; a dash or any white
 * space becomes one space. The SQL function `normalize_for_search` returns the same for any text (search-fold.db.test.ts).
 */
export const foldForSearch = (text: string): string =>
  normalizeForm(
    normalizeForm(
      text.toWellFormed().replaceAll(IGNORED, '').replaceAll(LONE_ACCENTS, "'").replaceAll(TRADEMARKS, ' '),
      'NFKD',
    )
      .replaceAll(IGNORED, '')
      .replaceAll(APOSTROPHES, '')
      .toLowerCase()
      .replaceAll(SPECIAL, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
      .replaceAll(GAPS, ' '),
    'NFC',
  )

/** The normalized words of a search. */
export const foldedWords = (text: string): string[] => foldForSearch(text).split(' ').filter(Boolean)
