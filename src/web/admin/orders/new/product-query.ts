import { MAX_QUANTITY } from '#contract/base/limits.ts'

/** Text typed into the product box: quantity and product. */
export type ProductRequest = { quantity: number; words: string }

// Matches single spaces only: patterns with unlimited blanks take quadratic time on blank text.
const BEFORE = /^(\d{1,2}) ?[x×*]? (\S.*)$/i
const AFTER = /^(\S.*) [x×*] ?(\d{1,2})$/i

/** Reads `3 masque`, `3x masque` and `masque x3` as three of them; a number alone is a SKU or a barcode. */
export function readWanted(typed: string): ProductRequest {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const before = BEFORE.exec(text)
  const after = AFTER.exec(text)
  const [digits, words] = before ? [before[1], before[2]] : [after?.[2], after?.[1]]
  const quantity = Number(digits)
  return words !== undefined && quantity >= 1 && quantity <= MAX_QUANTITY
    ? { quantity, words }
    : { quantity: 1, words: text }
}
