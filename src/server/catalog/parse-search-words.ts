import { foldForSearch } from '#domain/text/search-fold.ts'

/**
 * A search as passed to PostgreSQL: the words of `head` and one that begins with `prefix`, or alternatively `whole`.
 */
export type SearchWords = {
  head: string
  prefix: string
  whole: string | undefined
}

/** No product is described by more words than this; they would only cost time. */
const MAX_WORDS = 12

/**
 * Returns undefined if nothing searchable was typed. The prefix consists of letters and digits only, so that no text
 * can act as a tsquery operator. The other parts go through plainto_tsquery, which knows no operators.
 */
export function parseSearchWords(input: string): SearchWords | undefined {
  // No word contains NUL, and PostgreSQL would reject it.
  const text = foldForSearch(input.replaceAll('\0', ' '))
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(0, MAX_WORDS)
  const last = words.at(-1)
  if (!last) return undefined
  const head = text.slice(0, last.index)
  // PostgreSQL parses "A/10" in a product as one token; passed in one piece, the search is parsed the same way.
  const isJoined = /\S$/.test(head) && words.length > 1
  return {
    head: words.length > 1 ? head : '',
    prefix: last[0],
    whole: isJoined ? text.slice(0, last.index + last[0].length) : undefined,
  }
}
