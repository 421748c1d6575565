import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'
import type { ImageRow } from './product.queries.ts'

export type PartRow = { product_id: ProductId; name: string; quantity: number; active: boolean }
export type ManagedProductRow = {
  id: ProductId
  handle: string
  name: string
  kind: 'product' | 'package'
  active: boolean
  sku: string
  barcode: string | null
  shelf: string
  vendor: string
  category: string | null
  tags: string[]
  price_cents: number
  compare_at_cents: number | null
  tax_exempt: boolean
  pv: number
  commissionable_bp: number
  weight_grams: number
  description_html: string
  images: ImageRow[]
  contents: PartRow[]
  part_of: PartRow[]
}

/** Finds a product with its contents and the packages that contain it, for sale or not. */
export async function findManagedProduct(db: Database, id: number): Promise<ManagedProductRow | undefined> {
  const part = sql`jsonb_build_object('product_id', other.id, 'name', other.name, 'quantity', content.quantity,
    'active', other.active)`
  const { rows } = await sql<ManagedProductRow>`
    select p.id, p.handle, p.name, p.kind, p.active, p.sku, p.barcode, p.shelf, p.vendor, category.name as category,
      p.tags, p.price_cents, p.compare_at_cents, p.tax_exempt, p.pv, p.commissionable_bp, p.weight_grams,
      p.description_html,
      (select coalesce(jsonb_agg(jsonb_build_object('file', file, 'alt', alt) order by position), '[]')
         from product_images where product_id = p.id and file is not null) as images,
      (select coalesce(jsonb_agg(${part} order by content.position), '[]')
         from package_contents content join products other on other.id = content.product_id
        where content.package_id = p.id) as contents,
      (select coalesce(jsonb_agg(${part} order by other.id), '[]')
         from package_contents content join products other on other.id = content.package_id
        where content.product_id = p.id) as part_of
      from products p left join categories category on category.id = p.category_id
     where p.id = ${id}`.execute(db)
  return rows[0]
}
