import { editDistance } from '#domain/text/edit-distance.ts'

/** Facts about a word of a search that found nothing. */
export type WordFacts = {
  word: string
  /** Whether any product has a word that begins like this. */
  known: boolean
  /** Similar words of the shop, the most similar first. */
  near: readonly string[]
  /** Two words of the shop that make up this one. */
  parts: readonly string[] | null
}

/** Typing errors that a word of this length may have. */
const maxErrors = (word: string): number => (word.length <= 4 ? 1 : word.length <= 7 ? 2 : 3)

/**
 * Corrects the words that the shop does not know; undefined if it knows all of them, or none like them. `terms` are
 * further words that may be meant, such as synonyms.
 */
export function correctSearch(facts: readonly WordFacts[], terms: readonly string[]): string[] | undefined {
  const known = new Set(terms)
  const corrected = facts.flatMap(({ word, known: isKnown, near, parts }) => {
    if (isKnown || known.has(word) || /^\p{N}/u.test(word)) return [word]
    return parts ?? [findNearest(word, [...near, ...terms]) ?? word]
  })
  const isSame = corrected.join(' ') === facts.map(({ word }) => word).join(' ')
  return isSame ? undefined : corrected
}

/** The word with the fewest errors; of several, one with the same first letter, then the first. */
function findNearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = maxErrors(word)
  let nearest: string | undefined
  let fewest = limit + 1
  for (const candidate of candidates) {
    const errors = editDistance(word, candidate, limit) + (candidate[0] === word[0] ? 0 : 0.5)
    if (errors < fewest) {
      nearest = candidate
      fewest = errors
    }
  }
  return nearest
}
