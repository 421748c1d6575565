import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { wasCompleted } from './order-changes.queries.ts'

/** Whether an order was ever completed, even if it was opened again since. */
export const wasEverCompleted = (trx: Transaction, orderId: OrderId): Promise<boolean> => wasCompleted(trx, orderId)
