import { balanceOf, isPaidInFull, moneyOf } from '#domain/orders/balance.ts'
import { canBecome, type StaffChange } from '#domain/orders/status.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import { reverseVolume } from '#server/compensation/count/reverse-volume.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { handOverRemaining } from '#server/orders/fulfillment/hand-over.ts'
import { voidRemaining } from '#server/orders/fulfillment/void-shipment.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { type CompleteOrderRefusal, completeOrder } from '#server/orders/payments/complete-order.ts'
import { creditRemaining } from '#server/orders/payments/credit-order.ts'
import { type LockedOrder, lockOrder } from '#server/orders/payments/lock-order.ts'
import { readLedger } from '#server/orders/payments/read-ledger.ts'
import { type PaymentServices, recordChange } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { returnStock } from '#server/stock/return-stock.ts'
import { findUnreturnedLines } from './order-changes.queries.ts'
import { refuseStale } from './refuse-stale.ts'

export type ChangeOrderRefusal =
  | { code: 'not_found' }
  | { code: 'already_paid' }
  | { code: 'stale' }
  | CompleteOrderRefusal

export type ChangeOrder = {
  id: number
  change: StaffChange
  actor: Actor
  reason?: string | undefined
  /**
   * Whether completing waits for checks that have not cleared (docs/back-office §3) or treats them as cleared today.
   */
  clearing?: 'now' | 'wait' | undefined
  /** Whether handed-over goods of a canceled order are restocked as well: they were returned and can be sold. */
  restock?: boolean | undefined
  /** Version of the order shown to the caller; only for completing it. */
  expectedVersion?: string | undefined
  /** Email to the customer of a canceled order; defaults to the regular cancellation email. */
  mail?: 'order_canceled_unpaid' | undefined
}

/**
 * Applies a change by staff to an order (docs/product §4.4). Marking it paid books the open balance as received and
 * cleared today, by the order's own method. Canceling it credits the uncredited rest, reverses its volume and restocks
 * the goods, except those that were handed over if `restock` is false (docs/back-office §3, Stock). The customer is
 * emailed.
 */
export async function changeOrder(
  trx: Transaction,
  change: ChangeOrder,
  shop: PaymentServices,
): Promise<Result<NoValue, ChangeOrderRefusal>> {
  const order = await lockOrder(trx, change.id)
  if (!order) return refuse({ code: 'not_found' })
  switch (change.change) {
    case 'paid':
      return payBalance(trx, change.actor, order, shop)
    case 'completed':
      if (!canBecome(order.status, 'completed')) return refuse({ code: 'not_possible', from: order.status })
      return completeHandedOver(trx, order, change, shop)
    case 'canceled':
      return cancelOrder(trx, change.actor, { ...change, order }, shop)
  }
}

/** Completes the order and hands over its remaining goods. */
async function completeHandedOver(
  trx: Transaction,
  order: LockedOrder,
  { actor, clearing = 'wait', expectedVersion }: ChangeOrder,
  shop: PaymentServices,
): Promise<Result<NoValue, ChangeOrderRefusal>> {
  const stale = await refuseStale(trx, order.id, expectedVersion)
  if (stale) return stale
  await handOverRemaining(trx, actor, order.id)
  return completeOrder(trx, actor, { order, clearing }, shop)
}

async function payBalance(
  trx: Transaction,
  actor: Actor,
  order: LockedOrder,
  shop: PaymentServices,
): Promise<Result<NoValue, ChangeOrderRefusal>> {
  if (order.status === 'canceled') return refuse({ code: 'not_possible', from: order.status })
  const money = moneyOf(await readLedger(trx, order))
  const amountCents = balanceOf(money)
  if (isPaidInFull(money) || amountCents <= 0) return refuse({ code: 'already_paid' })
  const result = await bookPayment(
    trx,
    actor,
    { orderId: order.id, amountCents, method: order.payment_type, isCleared: true },
    shop,
  )
  if (!result.ok) throw new Error(`the balance of order ${order.id} was not booked: ${result.refusal.code}`)
  return { ok: true }
}

async function cancelOrder(
  trx: Transaction,
  actor: Actor,
  {
    order,
    reason = '',
    restock = true,
    mail,
  }: { order: LockedOrder } & Pick<ChangeOrder, 'reason' | 'restock' | 'mail'>,
  shop: PaymentServices,
): Promise<Result<NoValue, ChangeOrderRefusal>> {
  if (!canBecome(order.status, 'canceled')) return refuse({ code: 'not_possible', from: order.status })
  await voidRemaining(trx, actor, order.id, 'the order was canceled')
  await recordChange(trx, actor, { order, change: 'canceled', reason, mail }, shop)
  await reverseVolume(trx, { order: { orderId: order.id }, reversal: { kind: 'cancellation' }, returnedAt: new Date() })
  // Goods returned earlier stay where they were put then.
  const unreturned = await findUnreturnedLines(trx, order.id)
  await returnStock(trx, actor, {
    orderId: order.id,
    kind: 'cancel',
    lines: unreturned.map(({ position, quantity, outside }) => ({
      position,
      quantity: restock ? quantity : quantity - outside,
    })),
  })
  // Runs last, since a numbered credit note blocks all others.
  await creditRemaining(trx, actor, order, reason)
  return { ok: true }
}
