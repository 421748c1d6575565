import type { Database } from '../database/connect.ts'

/** Ids of the products for sale, newest first; a sitemap holds at most 50,000 URLs. */
export const findSitemapProducts = (db: Database, most: number) =>
  db
    .selectFrom('products')
    .select(['id', 'updated_at'])
    .where('active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
