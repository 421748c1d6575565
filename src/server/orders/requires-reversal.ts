import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { findRequiresReversal } from './order-changes.queries.ts'

/**
 * Reports whether canceling the order requires reversals as a return does: of points once it was completed, or of goods
 * handed over.
 */
export const requiresReversal = (trx: Transaction, orderId: OrderId): Promise<boolean> =>
  findRequiresReversal(trx, orderId)
