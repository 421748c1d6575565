import { sql } from 'kysely'
import type { SizeUnit } from '#domain/catalog/product-content.ts'
import { availableStock } from '#server/platform/database/available-stock.ts'
import { shownCompareAt } from '#server/platform/database/selling-price.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'

export type CardRow = {
  id: ProductId
  name: string
  kind: 'product' | 'package'
  category_name: string | null
  price_cents: number
  compare_at_cents: number | null
  pv: number
  size_amount: number | null
  size_unit: SizeUnit | null
  /** Pieces available for sale; null if not tracked. */
  stock: number | null
  image_file: string | null
  image_alt: string | null
}

/** Product columns of a card; requires `cardJoins`. */
export const cardColumns = sql`
  p.id, p.name, p.kind, category.name as category_name, p.selling_price_cents as price_cents,
  ${shownCompareAt('p')} as compare_at_cents, p.pv, p.size_amount::float8 as size_amount, p.size_unit,
  ${availableStock('p')} as stock,
  image.file as image_file, image.alt as image_alt`

export const cardJoins = sql`
  left join categories category on category.id = p.category_id
  left join lateral (
    select file, alt from product_images where product_id = p.id and file is not null order by position limit 1
  ) image on true`
