import { type Cents, cents } from '#domain/money/money.ts'
import { balanceOf, hasAmountDue, isPaidInFull, moneyOf } from '#domain/orders/balance.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, PaymentId } from '#server/platform/database/tables.generated.ts'
import { reopenOrder } from './complete-order.ts'
import { findOrderOfPayment, findToday, insertPayment } from './ledger.queries.ts'
import { lockOrder } from './lock-order.ts'
import { readLedger } from './read-ledger.ts'
import { type PaymentServices, recordChange } from './record-change.ts'

export type CorrectPaymentRefusal =
  | { code: 'not_found' }
  | { code: 'reason_required' }
  | { code: 'already_corrected' }
  /** A correction cannot be corrected; book the payment again instead. */
  | { code: 'is_correction' }
  | { code: 'not_a_received_check' }
  /** It is a refund, which the actor may not reverse. */
  | { code: 'not_permitted' }

/**
 * Reverses a payment or a refund with a correcting entry and a reason (docs/back-office §3). A completed order that is
 * no longer paid in full is reopened: a bounced check reverses its volume (docs/plan §3, §11). A reversed refund is due
 * again, and staff could pay it twice, so only actors with `mayUndoRefunds` may reverse one.
 */
export async function correctPayment(
  trx: Transaction,
  actor: Actor,
  correction: { paymentId: number; reason: string; bounced?: boolean | undefined; mayUndoRefunds?: boolean },
  shop: PaymentServices,
): Promise<Result<{ orderId: OrderId; correctionId: PaymentId; balanceCents: Cents }, CorrectPaymentRefusal>> {
  const reason = correction.reason.trim()
  if (reason === '') return refuse({ code: 'reason_required' })
  const orderId = await findOrderOfPayment(trx, correction.paymentId)
  const order = orderId && (await lockOrder(trx, orderId))
  if (!order) return refuse({ code: 'not_found' })
  const ledger = await readLedger(trx, order)
  const payment = ledger.payments.find(({ id }) => id === correction.paymentId)
  if (!payment) return refuse({ code: 'not_found' })
  if (payment.kind === 'refunded' && !correction.mayUndoRefunds) return refuse({ code: 'not_permitted' })
  if (payment.kind === 'correction') return refuse({ code: 'is_correction' })
  if (ledger.payments.some(({ correctsId }) => correctsId === payment.id)) return refuse({ code: 'already_corrected' })
  const bounced = correction.bounced ?? false
  if (bounced && (payment.kind !== 'received' || payment.method !== 'check')) {
    return refuse({ code: 'not_a_received_check' })
  }

  const amountCents = cents(payment.kind === 'received' ? 0 - payment.amountCents : payment.amountCents)
  const before = moneyOf(ledger)
  // An order within tolerance before that payment stays paid, as it does when more money arrives.
  const { toleranceCents } = ledger
  const after = moneyOf({
    ...ledger,
    payments: [...ledger.payments, { ...payment, kind: 'correction', amountCents, correctsId: payment.id }],
  })
  // A fully refunded order no longer counts as paid in full, but once its payment is reversed, money is due again.
  const isNoLongerPaid =
    !isPaidInFull(after) && (isPaidInFull(before) || (hasAmountDue(after) && !hasAmountDue(before)))
  if (isNoLongerPaid && order.status === 'completed') await reopenOrder(trx, actor, { order, reason }, shop)
  const correctionId = await insertPayment(trx, {
    order_id: order.id,
    kind: 'correction',
    method: payment.method,
    amount_cents: amountCents,
    value_date: await findToday(trx),
    reason,
    corrects_id: payment.id as PaymentId,
    bounced,
    tolerance_cents: toleranceCents,
    made_by: formatActorName(actor),
  })
  await recordAction(trx, actor, {
    action: bounced ? 'payment.bounced' : 'payment.corrected',
    subject: { kind: 'payment', id: payment.id },
    before: { order: order.id, balance_cents: balanceOf(before) },
    after: { order: order.id, correction: correctionId, amount_cents: amountCents, balance_cents: balanceOf(after) },
    reason,
  })
  if (isNoLongerPaid && order.status === 'processing') {
    await recordChange(trx, actor, { order, change: 'unpaid', reason }, shop)
  }
  return { ok: true, orderId: order.id, correctionId, balanceCents: balanceOf(after) }
}
