import type { OrderPoints } from '#contract/customers/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findMonthsOfOrder, findUserOrder } from './points.queries.ts'

/**
 * The months in which a user's order counts, or the reason why it does not (docs/plan §12.2). Undefined for others'
 * orders. An order whose payment bounced has both months and a reason, because it counted and was reversed.
 */
export async function showOrderPoints(db: Database, userId: UserId, orderId: number): Promise<OrderPoints | undefined> {
  const order = await findUserOrder(db, userId, orderId)
  if (!order) return undefined
  const counted = await findMonthsOfOrder(db, userId, order.id)
  const months = counted.flatMap(({ before_enrollment, ...month }) => (before_enrollment ? [] : [month]))
  if (order.credited_user_id !== userId) return { months, reason: 'not_credited' }
  if (order.status === 'canceled') return { months, reason: 'canceled' }
  if (order.status === 'processing') return { months, reason: 'not_completed' }
  return { months, reason: months.length < counted.length ? 'before_enrollment' : null }
}
