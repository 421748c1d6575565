import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { lockMonth, thisMonth } from '../close/month.queries.ts'
import { MonthHeld } from '../close/month-held.ts'
import { insertCredit } from '../points/point-entries.ts'
import { insertCountedOrder } from './counted-order.queries.ts'
import { isCustomerOrder } from './own-orders.ts'

/**
 * Counts an order at the instant of its completion, once a completion (docs/plan §3.5): in its month's figures, and in the points of
 * the member it is credited to. The caller holds the order's row. Lines come from whoever computes the month.
 */
export async function countOrder(trx: Transaction, orderId: OrderId): Promise<void> {
  const month = await thisMonth(trx)
  // Shared with other orders, against a close of the month: the order lands inside of it or the close sees it.
  const { closed } = await lockMonth(trx, month)
  // Begun before the month was over, and held up until it was closed: tried again, it counts in the next.
  if (closed) throw new MonthHeld(month)
  const counted = await insertCountedOrder(trx, orderId, month, await isCustomerOrder(trx, orderId))
  await insertCredit(trx, { ...counted, month, description: `Order #${counted.orderNo}` })
}
