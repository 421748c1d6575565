import { findMatchedOrders } from '#server/orders/bank-transactions/find-matched-orders.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { listHoldReasons } from './list-hold-reasons.ts'
import { findHolds } from './unpaid.queries.ts'

/** Returns why an unpaid order will not be canceled, as text for staff; empty if it will be. */
export const readHolds = async (db: Database, orderId: OrderId): Promise<string[]> =>
  listHoldReasons(await findHolds(db, orderId), (await findMatchedOrders(db)).has(orderId))
