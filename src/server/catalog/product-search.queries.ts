import { sql } from 'kysely'
import { availableStock } from '#server/platform/database/available-stock.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { exactPrice } from '#server/platform/database/selling-price.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'

export type FoundProduct = {
  id: ProductId
  name: string
  sku: string
  price_cents: number
  pv: number
  remaining: number | null
  image_file: string | null
  /** True if the search text is the product's barcode, which other products may share. */
  by_barcode: boolean
}

/**
 * Finds products for sale that contain all normalized words in their name or SKU, or have that barcode. The barcode
 * match comes first, then an exact SKU, then names that begin with the text.
 */
export async function findProductsByWords(
  db: Database,
  searchText: string,
  words: readonly string[],
  barcodes: readonly string[],
  limit: number,
): Promise<FoundProduct[]> {
  const { rows } = await sql<FoundProduct>`
    select product.id, product.name, product.sku, ${exactPrice('product')} as price_cents, product.pv,
        ${availableStock('product')} as remaining,
        (select file from product_images where product_id = product.id and file is not null order by position limit 1) as image_file,
        coalesce(product.barcode = any(${barcodes}::text[]), false) as by_barcode
      from products product
     where product.active and (product.barcode = any(${barcodes}::text[]) or not exists (
        select from unnest(${words}::text[]) word
         where strpos(normalize_for_search(product.name), word) = 0 and strpos(normalize_for_search(product.sku), word) = 0))
     order by product.barcode is null or product.barcode <> all(${barcodes}::text[]), normalize_for_search(product.sku) <> ${searchText}, not starts_with(normalize_for_search(product.name), ${searchText}), product.name, product.id
     limit ${limit}`.execute(db)
  return rows
}
