/** A search as PostgreSQL is asked for it: all of the words, or all but the last and a word that begins with it. */
export type SearchWords = { all: string; head: string; lastPrefix: string }

/** More words than this describe no product; they would only cost time. */
const MOST_WORDS = 12

/**
 * Undefined when nothing searchable was typed. The prefix is made of letters and digits only, so that no text can be
 * read as an operator of the tsquery it is put into; the other two go through plainto_tsquery, which knows none.
 */
export function searchWords(typed: string): SearchWords | undefined {
  const words = [...typed.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (!last) return undefined
  // Between the words stays what was typed: PostgreSQL reads "ORL-1010" in the product and in the search alike.
  const text = typed.normalize('NFKC').replaceAll('\0', ' ')
  return { all: text.slice(0, last.index + last[0].length), head: text.slice(0, last.index), lastPrefix: last[0] }
}
