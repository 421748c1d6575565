import { foldForSearch } from '#domain/text/search-fold.ts'

/** No product is described by more words than this; they would only cost time. */
const MAX_WORDS = 12

/** The words of a search: letters and digits only, so that no text can act as an operator of a text query. */
export function splitSearch(input: string): string[] {
  // No word contains NUL, and PostgreSQL would reject it.
  const text = foldForSearch(input.replaceAll('\0', ' '))
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(0, MAX_WORDS).map(([word]) => word)
}
