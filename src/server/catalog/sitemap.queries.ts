import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { ProductId } from '#server/platform/database/tables.generated.ts'
import { representsFamily } from './card.queries.ts'

/**
 * Finds IDs of products for sale, of a family only the one that its pages name as canonical, newest first. A sitemap has
 * at most 50,000 URLs.
 */
export async function findSitemapProducts(db: Database, limit: number): Promise<{ id: ProductId; updated_at: Date }[]> {
  const { rows } = await sql<{ id: ProductId; updated_at: Date }>`
    select p.id, p.updated_at from products p
    where p.active and ${representsFamily()} order by p.created_at desc, p.id desc limit ${limit}`.execute(db)
  return rows
}
