import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

/** The lines of an order; those whose product is gone come without one. */
export const findOrderedLines = (trx: Transaction, orderId: OrderId) =>
  trx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'name', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
