import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { findFulfillment } from './fulfillment.queries.ts'

/** Returns how many steps and edits an order has had (docs/decisions/0091); undefined if there is no such order. */
export const countSteps = async (db: Database | Transaction, orderId: number): Promise<number | undefined> =>
  (await findFulfillment(db, orderId))?.steps_taken
