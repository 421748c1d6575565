import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findOrderable, type OrderableProduct } from './orderable.queries.ts'

export type { OrderableProduct }

/** Finds those products that are for sale, by ID, at current prices. Locks nothing. */
export const findOrderableProducts = (
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Map<number, OrderableProduct>> => findOrderable(db, ids)
