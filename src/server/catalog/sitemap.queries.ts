import type { Database } from '#server/platform/database/connection.ts'

/** Ids of the products for sale. A sitemap holds at most 50,000 URLs; the newest come first. */
export const findSitemapProducts = (db: Database, most: number) =>
  db
    .selectFrom('products')
    .select(['id', 'updated_at'])
    .where('active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
