import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { hasCounted } from './ledger.queries.ts'

/** Whether the order has ever been completed, whatever came back since. */
export const hasOrderCounted = (trx: Transaction, orderId: OrderId): Promise<boolean> => hasCounted(trx, orderId)
