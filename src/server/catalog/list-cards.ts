import type { ProductCard } from '#contract/catalog/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findCards } from './catalog.queries.ts'
import { presentCard } from './present-product.ts'

/** Lists the cards of those products that are for sale. */
export const listCards = async (db: Database, ids: readonly number[]): Promise<ProductCard[]> =>
  (await findCards(db, ids)).map(presentCard)
