/** A shorter text is too common to be part of an SKU or a barcode. */
const MIN_LENGTH = 3

/**
 * The spellings of a search that may be part of an SKU or a barcode: `orl1010` is also `orl 1010`, as a folded SKU is
 * stored. Empty without a digit.
 */
export function listCodes(words: readonly string[]): string[] {
  const typed = words.join(' ')
  if (!/\d/.test(typed) || typed.length < MIN_LENGTH) return []
  const divided = words.flatMap((word) => word.match(/\p{N}+|[^\p{N}]+/gu) ?? []).join(' ')
  return [...new Set([typed, divided, words.join('')])]
}
