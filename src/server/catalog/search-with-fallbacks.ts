import { listCodes } from '#domain/catalog/search/code-search.ts'
import { correctSearch } from '#domain/catalog/search/correct-search.ts'
import { expandSearch, type SynonymGroup } from '#domain/catalog/search/expand-search.ts'
import { splitSearch } from '#domain/catalog/search/search-words.ts'
import { buildTextQuery } from '#domain/catalog/search/text-query.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findSynonyms, findWordFacts, type ProductSearch } from './search.queries.ts'

/** A search that found something, and what was searched for instead of the words that were typed. */
export type SearchOutcome<Found> = { found: Found; corrected: string | null; isPartial: boolean }

/**
 * Searches for what was typed with its synonyms; if nothing is found, for the words without typing errors, and then for
 * products that match only some of the words. Returns undefined if no letter or digit was typed.
 */
export async function searchWithFallbacks<Found>(
  db: Database,
  input: string,
  search: (search: ProductSearch) => Promise<Found>,
  hasMatches: (found: Found) => boolean,
  { exactly }: { exactly: boolean },
): Promise<SearchOutcome<Found> | undefined> {
  const words = splitSearch(input)
  if (words.length === 0) return undefined
  const synonyms = await findSynonyms(db)
  const found = await search(toSearch(words, synonyms))
  const asTyped = { found, corrected: null, isPartial: false }
  if (exactly || hasMatches(found)) return asTyped
  const corrected = correctSearch(await findWordFacts(db, words), listWords(synonyms))
  if (corrected) {
    const foundCorrected = await search(toSearch(corrected, synonyms))
    if (hasMatches(foundCorrected)) return { found: foundCorrected, corrected: corrected.join(' '), isPartial: false }
  }
  const partly = await search(toSearch(corrected ?? words, synonyms, 'any'))
  return hasMatches(partly) ? { found: partly, corrected: corrected?.join(' ') ?? null, isPartial: true } : asTyped
}

const toSearch = (words: readonly string[], synonyms: readonly SynonymGroup[], mode?: 'any'): ProductSearch => ({
  query: buildTextQuery(expandSearch(words, synonyms), mode),
  codes: listCodes(words),
})

const listWords = (synonyms: readonly SynonymGroup[]): string[] => [...new Set(synonyms.flat(2))]
