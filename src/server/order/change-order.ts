import { balanceOf, isPaidInFull, moneyOf } from '#domain/order/balance.ts'
import { canBecome, type StaffChange } from '#domain/order/status.ts'
import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { returnStock } from '#server/catalog/return-stock.ts'
import { takeBack } from '#server/compensation/count/take-back.ts'
import { countSteps } from '#server/fulfillment/count-steps.ts'
import { handOverRest } from '#server/fulfillment/hand-over.ts'
import { voidRest } from '#server/fulfillment/void-shipment.ts'
import { bookPayment } from '#server/payment/book-payment.ts'
import { type CompleteOrderRefusal, completeOrder } from '#server/payment/complete-order.ts'
import { creditRest } from '#server/payment/credit-order.ts'
import { type LockedOrder, lockOrder } from '#server/payment/lock-order.ts'
import { readLedger } from '#server/payment/read-ledger.ts'
import { type PaymentServices, recordChange } from '#server/payment/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findUnreturnedLines } from './order-changes.queries.ts'

export type ChangeOrderRefusal =
  | { code: 'unknown_order' }
  | { code: 'already_paid' }
  /** Somebody else has packed, handed over or edited some of it. */
  | { code: 'steps_changed'; stepsTaken: number }
  | CompleteOrderRefusal

export type ChangeOrder = {
  id: number
  change: StaffChange
  actor: Actor
  reason?: string | undefined
  /** Whether completing waits for checks that have not cleared (docs/back-office §3) or takes them as cleared today. */
  clearing?: 'now' | 'wait' | undefined
  /** Whether goods of a canceled order that were handed over go back into stock too: they came back, and can be sold. */
  restock?: boolean | undefined
  /** How many steps were seen of an order that is to be completed: after another one nothing is handed over. */
  expectedSteps?: number | undefined
  /** What the customer of a canceled order is mailed; that it was canceled, unless said otherwise. */
  mail?: 'order_canceled_unpaid' | undefined
}

/**
 * What staff do with an order (docs/product §4.4): marks it paid, which books the open balance as received and cleared
 * today by the order's own method; completes it; or cancels it, which credits what is not credited yet, takes its
 * volume back and returns the goods to stock, those that were handed over unless they are not to be restocked
 * (docs/back-office §3, Stock). The customer is mailed.
 */
export async function changeOrder(
  trx: Transaction,
  change: ChangeOrder,
  shop: PaymentServices,
): Promise<Result<Done, ChangeOrderRefusal>> {
  const order = await lockOrder(trx, change.id)
  if (!order) return refuse({ code: 'unknown_order' })
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

/** With what is still here handed over. */
async function completeHandedOver(
  trx: Transaction,
  order: LockedOrder,
  { actor, clearing = 'wait', expectedSteps }: ChangeOrder,
  shop: PaymentServices,
): Promise<Result<Done, ChangeOrderRefusal>> {
  const stepsTaken = expectedSteps === undefined ? undefined : await countSteps(trx, order.id)
  if (stepsTaken !== undefined && stepsTaken !== expectedSteps) return refuse({ code: 'steps_changed', stepsTaken })
  await handOverRest(trx, actor, order.id)
  return completeOrder(trx, actor, { order, clearing }, shop)
}

async function payBalance(
  trx: Transaction,
  actor: Actor,
  order: LockedOrder,
  shop: PaymentServices,
): Promise<Result<Done, ChangeOrderRefusal>> {
  if (order.status === 'canceled') return refuse({ code: 'not_possible', from: order.status })
  const money = moneyOf(await readLedger(trx, order))
  const amountCents = balanceOf(money)
  if (isPaidInFull(money) || amountCents <= 0) return refuse({ code: 'already_paid' })
  const booked = await bookPayment(
    trx,
    actor,
    { orderId: order.id, amountCents, method: order.payment_type, isCleared: true },
    shop,
  )
  if (!booked.ok) throw new Error(`the balance of order ${order.id} was not booked: ${booked.refusal.code}`)
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
): Promise<Result<Done, ChangeOrderRefusal>> {
  if (!canBecome(order.status, 'canceled')) return refuse({ code: 'not_possible', from: order.status })
  await voidRest(trx, actor, order.id, 'the order was canceled')
  await recordChange(trx, actor, { order, change: 'canceled', reason, mail }, shop)
  await takeBack(trx, { orderId: order.id }, { kind: 'cancellation' }, new Date())
  // What came back before lies where it was put then.
  const unreturned = await findUnreturnedLines(trx, order.id)
  await returnStock(trx, actor, {
    orderId: order.id,
    kind: 'cancel',
    lines: unreturned.map(({ position, quantity, outside }) => ({
      position,
      quantity: restock ? quantity : quantity - outside,
    })),
  })
  // Last, since a numbered note holds everybody else's.
  await creditRest(trx, actor, order, reason)
  return { ok: true }
}
