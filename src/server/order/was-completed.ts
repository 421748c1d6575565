import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { findWasCompleted } from './order-changes.queries.ts'

/** Whether the order was ever completed, even if it was opened again since. */
export const wasCompleted = (trx: Transaction, orderId: OrderId): Promise<boolean> => findWasCompleted(trx, orderId)
