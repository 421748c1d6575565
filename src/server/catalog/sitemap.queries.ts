import type { Database } from '#server/platform/database/connection.ts'

/** Finds IDs of products for sale, newest first. A sitemap has at most 50,000 URLs. */
export const findSitemapProducts = (db: Database, limit: number) =>
  db
    .selectFrom('products')
    .select(['id', 'updated_at'])
    .where('active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
