import { listBarcodeSpellings } from '#domain/stock/barcode.ts'
import { foldedWords } from '#domain/text/search-fold.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type FoundProduct, findProductsByWords } from './product-search.queries.ts'

const MAX_FOUND = 20
/** Longer searches match no product and only cost time. */
const MAX_WORDS = 12

/** Finds products for sale by name, SKU or barcode, typed or scanned by staff. Empty input finds none. */
export async function searchProducts(db: Database, searchText: string): Promise<FoundProduct[]> {
  const words = foldedWords(searchText)
  if (words.length === 0) return []
  return findProductsByWords(
    db,
    words.join(' '),
    words.slice(0, MAX_WORDS),
    listBarcodeSpellings(searchText),
    MAX_FOUND,
  )
}
