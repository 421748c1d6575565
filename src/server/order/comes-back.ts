import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { findComesBack } from './order-changes.queries.ts'

/** Whether canceling it takes back what a return takes back: points of an order once completed, or goods handed over. */
export const comesBack = (trx: Transaction, orderId: OrderId): Promise<boolean> => findComesBack(trx, orderId)
