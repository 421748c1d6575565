import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { findCurrentMonth, lockMonth } from '../close/month.queries.ts'
import { MonthLockedError } from '../close/month-locked-error.ts'
import { insertCredit } from '../points/point-entries.ts'
import { insertCountedOrder } from './counted-order.queries.ts'
import { isCustomerOrder } from './personal-orders.ts'

/**
 * Counts an order when it is completed, once per completion (docs/plan §3.5): in its month's figures, and in the
 * points of the member it is credited to. The caller must have locked the order's row. Lines are written when the month
 * is computed.
 */
export async function countOrder(trx: Transaction, orderId: OrderId): Promise<void> {
  const month = await findCurrentMonth(trx)
  // A shared lock against a close of the month: the order is either included in it or seen by the close.
  const { closed } = await lockMonth(trx, month)
  // The completion began before the end of the month and was delayed until it was closed: on a retry, it counts in the
  // next.
  if (closed) throw new MonthLockedError(month)
  const counted = await insertCountedOrder(trx, orderId, month, await isCustomerOrder(trx, orderId))
  await insertCredit(trx, { ...counted, month, description: `Order #${counted.orderNo}` })
}
