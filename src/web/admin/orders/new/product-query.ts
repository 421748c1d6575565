import { MAX_QUANTITY } from '#contract/base/limits.ts'

/** Text typed into the product box: quantity and product. */
export type ProductQuery = { quantity: number; product: string }

// Matches single spaces only: patterns with unlimited blanks take quadratic time on blank text.
const LEADING_QUANTITY = /^(\d{1,2}) ?[x×*]? (\S.*)$/i
const TRAILING_QUANTITY = /^(\S.*) [x×*] ?(\d{1,2})$/i

/** Reads `3 masque`, `3x masque` and `masque x3` as three of them; a number alone is a SKU or a barcode. */
export function parseProductQuery(input: string): ProductQuery {
  const text = input.trim().replaceAll(/\s+/g, ' ')
  const leading = LEADING_QUANTITY.exec(text)
  const trailing = TRAILING_QUANTITY.exec(text)
  const [digits, product] = leading ? [leading[1], leading[2]] : [trailing?.[2], trailing?.[1]]
  const quantity = Number(digits)
  return product !== undefined && quantity >= 1 && quantity <= MAX_QUANTITY
    ? { quantity, product }
    : { quantity: 1, product: text }
}
