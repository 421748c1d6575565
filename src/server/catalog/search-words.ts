import { foldForSearch } from '#domain/search-fold.ts'

/** A search as it is put to PostgreSQL: the words of `head` and one that begins with `prefix`; or else `whole`. */
export type SearchWords = {
  head: string
  prefix: string
  whole: string | undefined
}

/** No product is described by more words than this; they would only cost time. */
const MOST_WORDS = 12

/**
 * Undefined if nothing searchable was typed. The prefix consists of letters and digits only, so that no text can be
 * read as an operator of its tsquery; the other parts go through plainto_tsquery, which knows no operators.
 */
export function searchWords(typed: string): SearchWords | undefined {
  // No word contains NUL, and PostgreSQL would refuse it.
  const text = foldForSearch(typed.replaceAll('\0', ' '))
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (!last) return undefined
  const head = text.slice(0, last.index)
  // PostgreSQL has parsed "A/10" in the product in its own way; passed in one piece it is parsed that way here too.
  const glued = /\S$/.test(head) && words.length > 1
  return {
    head: words.length > 1 ? head : '',
    prefix: last[0],
    whole: glued ? text.slice(0, last.index + last[0].length) : undefined,
  }
}
