import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { StoredImage } from './picture-source.ts'

export type ExportedProduct = {
  id: number
  handle: string
  name: string
  kind: 'product' | 'package'
  category_name: string | null
  vendor: string
  tags: string[]
  sku: string
  barcode: string | null
  shelf: string
  description_html: string
  price_cents: number
  compare_at_cents: number | null
  pv: number
  commissionable_bp: number
  weight_grams: number
  stock: number | null
  active: boolean
  tax_exempt: boolean
  images: StoredImage[]
}

/**
 * Finds the next products after an ID, in slices, so that an export neither keeps the whole catalog in memory nor
 * blocks the database for long.
 */
export async function findProductsAfter(
  db: Database,
  id: number,
  limit: number,
  conditions: readonly RawBuilder<unknown>[],
): Promise<ExportedProduct[]> {
  const { rows } = await sql<ExportedProduct>`
    select p.id, p.handle, p.name, p.kind, category.name as category_name, p.vendor, p.tags, p.sku, p.barcode, p.shelf, p.description_html,
      p.price_cents, p.compare_at_cents, p.pv, p.commissionable_bp, p.weight_grams, p.stock, p.active, p.tax_exempt,
      coalesce(images.list, '[]') as images
    from products p
    left join categories category on category.id = p.category_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('file', file, 'source_url', source_url, 'alt', alt) order by position) as list
      from product_images where product_id = p.id
    ) images on true
    where ${sql.join([sql`p.id > ${id}`, ...conditions], sql` and `)} order by p.id limit ${limit}`.execute(db)
  return rows
}
