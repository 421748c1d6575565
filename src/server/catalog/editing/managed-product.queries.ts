import { sql } from 'kysely'
import type { ProductContent } from '#domain/catalog/product-content.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { contentOfProduct } from './content.queries.ts'

export type PartRow = { product_id: number; name: string; quantity: number; active: boolean; price_cents: number }
export type ManagedProductRow = {
  id: number
  version: number
  active: boolean
  category: string | null
  selling_price_cents: number
  stock: number | null
  has_orders: boolean
  family: { family_id: number; name: string; option_name: string } | null
  updated_at: Date
  contents: PartRow[]
  part_of: PartRow[]
  related: { product_id: number; name: string }[]
  content: ProductContent
}

/** Finds a product with its contents and the packages that contain it, for sale or not. */
export async function findManagedProduct(db: Database, id: number): Promise<ManagedProductRow | undefined> {
  const part = sql`jsonb_build_object('product_id', other.id, 'name', other.name, 'quantity', content.quantity,
    'active', other.active, 'price_cents', other.selling_price_cents)`
  const { rows } = await sql<ManagedProductRow>`
    select p.id, p.version, p.active, category.name as category, p.selling_price_cents, p.stock, p.updated_at,
      exists (select from order_lines where product_id = p.id) as has_orders,
      (select jsonb_build_object('family_id', id, 'name', name, 'option_name', option_name)
         from product_families where id = p.family_id) as family,
      (select coalesce(jsonb_agg(${part} order by content.position), '[]')
         from package_contents content join products other on other.id = content.product_id
        where content.package_id = p.id) as contents,
      (select coalesce(jsonb_agg(${part} order by other.id), '[]')
         from package_contents content join products other on other.id = content.package_id
        where content.product_id = p.id) as part_of,
      (select coalesce(jsonb_agg(jsonb_build_object('product_id', other.id, 'name', other.name) order by relation.position), '[]')
         from product_relations relation join products other on other.id = relation.related_id
        where relation.product_id = p.id) as related,
      ${contentOfProduct} as content
      from products p left join categories category on category.id = p.category_id
     where p.id = ${id}`.execute(db)
  return rows[0]
}
