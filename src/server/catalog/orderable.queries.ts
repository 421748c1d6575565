import { sql } from 'kysely'
import { type CountedPart, countedParts } from '#server/platform/database/available-stock.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { exactlyVisible, exactPrice } from '#server/platform/database/selling-price.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'

/** Product data that an order copies, and its stock. */
export type OrderableProduct = {
  product_id: ProductId
  name: string
  price_cents: number
  pv: number
  commissionable_bp: number
  tax_exempt: boolean
  weight_grams: number
  /** The product's own stock; null if not tracked, or for a package with contents. */
  stock: number | null
  parts: CountedPart[] | null
  image_file: string | null
}

/** Finds those products that are for sale. */
export async function findOrderable(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Map<number, OrderableProduct>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<OrderableProduct>`
    select product.id as product_id, product.name, ${exactPrice('product')} as price_cents, product.pv, product.commissionable_bp,
        product.tax_exempt, product.weight_grams, product.stock, ${countedParts('product')} as parts,
        (select image.file from product_images image
          where image.product_id = product.id and image.file is not null order by image.position limit 1) as image_file
      from products product where product.id = any(${ids}::int[]) and ${exactlyVisible('product')}`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}
