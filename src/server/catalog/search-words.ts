/** A search as PostgreSQL is asked for it: the words of `head`, and one that begins with `prefix`; or else `whole`. */
export type SearchWords = { head: string; prefix: string; whole: string | undefined }

/** More words than this describe no product; they would only cost time. */
const MOST_WORDS = 12

/**
 * Undefined when nothing searchable was typed. The prefix is made of letters and digits only, so that no text can be
 * read as an operator of the tsquery it is put into; the others go through plainto_tsquery, which knows no operators.
 */
export function searchWords(typed: string): SearchWords | undefined {
  // A NUL is no part of any word, and PostgreSQL would refuse it.
  const text = typed.normalize('NFKC').replaceAll('\0', ' ')
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].slice(0, MOST_WORDS)
  const last = words.at(-1)
  if (!last) return undefined
  const head = text.slice(0, last.index)
  // PostgreSQL reads "ORL-1010" in the product's own way; asked for in one piece it is read that way here too.
  const glued = /\S$/.test(head) && words.length > 1
  return {
    head: words.length > 1 ? head : '',
    prefix: last[0],
    whole: glued ? text.slice(0, last.index + last[0].length) : undefined,
  }
}
