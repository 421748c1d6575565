import { findCancellationCutoff } from '#domain/orders/due-date.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { listHoldReasons } from './list-hold-reasons.ts'
import { findDueBefore, findHolds, isMoneyDue, lockDueOrder } from './unpaid.queries.ts'

/** Actor shown in the history. */
const UNPAID_ORDERS: Actor = { kind: 'system', job: 'unpaid orders' }

/**
 * Finds the next unpaid orders past their payment period, with numbers above `after`; some may be on hold.
 */
export const findOverdue = (db: Database, now: Date, after: number, limit: number): Promise<OrderId[]> =>
  findDueBefore(db, findCancellationCutoff(now.getTime()), after, limit)

/**
 * Cancels an order that is past its payment period (docs/back-office §3). Locks the row, so that a concurrent payment
 * is booked either before this or too late. An order with nothing due is not canceled, for example after all its goods
 * were returned. An order with a payment, a shipment, an open claim or a probable bank transaction is left to staff.
 * Returns true if it was canceled.
 */
export async function cancelIfUnpaid(
  trx: Transaction,
  { orderId, now, hasProbableTransaction }: { orderId: OrderId; now: Date; hasProbableTransaction: boolean },
  shop: PaymentServices,
): Promise<boolean> {
  const order = await lockDueOrder(trx, orderId)
  if (order?.status !== 'processing' || order.paid_at !== null || order.due_on === null) return false
  if (order.due_on >= findCancellationCutoff(now.getTime())) return false
  if (!(await isMoneyDue(trx, order.id))) return false
  if (listHoldReasons(await findHolds(trx, order.id), hasProbableTransaction).length > 0) return false
  const result = await changeOrder(
    trx,
    { id: order.id, change: 'canceled', actor: UNPAID_ORDERS, mail: 'order_canceled_unpaid' },
    shop,
  )
  if (!result.ok) throw new Error(`the unpaid order ${order.id} cannot be canceled: ${result.refusal.code}`)
  return true
}
