import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findOrderable, type OrderableProduct } from './orderable.queries.ts'

export type { OrderableProduct }

/** What is for sale of these products, by id, at today's prices; nothing is locked. */
export const findOrderableProducts = (
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Map<number, OrderableProduct>> => findOrderable(db, ids)
