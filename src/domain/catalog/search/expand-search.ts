/** A part of a search: one word, or several that have synonyms together. Alternatives are lists of words. */
export type SearchUnit = { words: readonly string[]; alternatives: readonly (readonly string[])[] }

/** Words with the same meaning, each a list of words: `[['hair', 'dye'], ['color']]`. */
export type SynonymGroup = readonly (readonly string[])[]

/**
 * Divides the words of a search into units with their synonyms; the longest term with synonyms comes first. A word of
 * Korean or Chinese, which are written without spaces between parts, is divided into the terms that it contains.
 */
export function expandSearch(words: readonly string[], groups: readonly SynonymGroup[]): SearchUnit[] {
  const units: SearchUnit[] = []
  const all = words.flatMap((word) => (isUnspaced(word) ? divideWord(word, groups) : [word]))
  for (let start = 0; start < all.length; ) {
    const unit = findTerm(all, start, groups) ?? toUnit([all[start] as string])
    units.push(unit)
    start += unit.words.length
  }
  return units
}

function findTerm(words: readonly string[], start: number, groups: readonly SynonymGroup[]): SearchUnit | undefined {
  let found: { length: number; groups: SynonymGroup[] } | undefined
  for (const group of groups) {
    for (const term of group) {
      if (!startsWithTerm(words, start, term)) continue
      if (term.length === found?.length) found.groups.push(group)
      else if (term.length > (found?.length ?? 0)) found = { length: term.length, groups: [group] }
    }
  }
  return found && toUnit(words.slice(start, start + found.length), found.groups.flat())
}

const startsWithTerm = (words: readonly string[], start: number, term: readonly string[]): boolean =>
  term.length > 0 && term.every((word, index) => isSameWord(words[start + index], word))

/** Ignores the plural. */
const isSameWord = (word: string | undefined, other: string): boolean =>
  word === other || (word !== undefined && toSingular(word) === toSingular(other))

const toSingular = (word: string): string =>
  word.length > 4 && /(?:sh|ch|x|ss)es$/.test(word)
    ? word.slice(0, -2)
    : word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : word

function toUnit(words: readonly string[], terms: SynonymGroup = []): SearchUnit {
  const alternatives = new Map([...[words], ...splitDigits(words), ...terms].map((term) => [term.join(' '), term]))
  return { words, alternatives: [...alternatives.values()] }
}

/** `20vol` is also searched as `20 vol`. */
function splitDigits(words: readonly string[]): string[][] {
  const parts = words.flatMap((word) => word.match(/\p{N}+|[^\p{N}]+/gu) ?? [])
  return parts.length > words.length ? [parts] : []
}

const UNSPACED = /^[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+$/u
const isUnspaced = (word: string): boolean => UNSPACED.test(word)

function divideWord(word: string, groups: readonly SynonymGroup[]): string[] {
  const terms = groups.flatMap((group) => group.flatMap((term) => (isUnspaced(term.join('')) ? [term.join('')] : [])))
  if (terms.includes(word)) return [word]
  const parts: string[] = []
  for (let start = 0; start < word.length; ) {
    const longest = terms
      .filter((term) => word.startsWith(term, start))
      .reduce((best, term) => (term.length > best.length ? term : best), '')
    if (longest) parts.push(longest)
    start += longest.length || 1
  }
  return parts.length > 0 ? parts : [word]
}
