import type { ProductCard } from '#contract/catalog/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findFeatured } from './catalog.queries.ts'
import { presentCard } from './present-product.ts'

const MAX_FEATURED = 12

/** Lists the home page's featured products in the shop's order. */
export async function listFeatured(db: Database): Promise<ProductCard[]> {
  const rows = await findFeatured(db, MAX_FEATURED)
  return rows.map(presentCard)
}
