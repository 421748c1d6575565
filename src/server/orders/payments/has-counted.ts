import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { hasCounted } from './ledger.queries.ts'

/** Returns whether the order was ever completed, even if goods were returned since. */
export const hasOrderCounted = (trx: Transaction, orderId: OrderId): Promise<boolean> => hasCounted(trx, orderId)
