import { addDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { type Cents, cents, formatCents } from '#domain/money/money.ts'
import {
  balanceOf,
  findPaymentState,
  isFarAboveAmountDue,
  isPaidInFull,
  moneyOf,
  type PaymentMethod,
} from '#domain/orders/balance.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { BankTransactionId, PaymentId } from '#server/platform/database/tables.generated.ts'
import { completeIfDue } from './complete-order.ts'
import { findToday, insertClearances, insertPayment } from './ledger.queries.ts'
import { lockOrder } from './lock-order.ts'
import { readLedger } from './read-ledger.ts'
import { type PaymentServices, recordChange } from './record-change.ts'

export type NewPayment = {
  orderId: number
  /** Greater than zero. */
  amountCents: Cents
  method: PaymentMethod
  /** Number of the check or the transfer. */
  reference?: string | undefined
  /** Value date, `YYYY-MM-DD` in the shop's time zone; today by default. */
  valueDate?: string | undefined
  /** True for a check that has cleared already. */
  isCleared?: boolean | undefined
  /** The bank transaction that it comes from. */
  bankTransactionId?: BankTransactionId | undefined
  /** Version of the order shown to the client: a second clerk or a repeated submit is refused. */
  expectedVersion?: string | undefined
  /** Confirms an amount far above the amount due. */
  isConfirmed?: boolean | undefined
}

export type BookPaymentRefusal =
  | { code: 'not_found' }
  | { code: 'amount_not_positive' }
  | { code: 'date_in_future'; today: string }
  | { code: 'date_too_early'; earliest: string }
  | { code: 'stale' }
  | FarAboveBalance

/** More than five times the amount due, or than the total if nothing is due: probably mistyped. */
export type FarAboveBalance = {
  code: 'confirmation_required'
  orderId: number
  amountCents: Cents
  balanceCents: Cents
}

/**
 * Books a payment received for an order in any status; a late payment for a canceled order is an overpayment
 * (docs/back-office §3). Returns the payment and the balance after it, in cents. Emails the customer that the order is
 * paid or how much is still due. Completes a fully paid order if it is ready.
 */
export async function bookPayment(
  trx: Transaction,
  actor: Actor,
  payment: NewPayment,
  shop: PaymentServices,
): Promise<Result<{ paymentId: PaymentId; balanceCents: Cents }, BookPaymentRefusal>> {
  if (payment.amountCents <= 0) return refuse({ code: 'amount_not_positive' })
  const order = await lockOrder(trx, payment.orderId)
  if (!order) return refuse({ code: 'not_found' })
  const stale = await refuseStale(trx, order.id, payment.expectedVersion)
  if (stale) return stale
  const before = moneyOf(await readLedger(trx, order))
  if (!payment.isConfirmed && isFarAboveAmountDue(payment.amountCents, before)) {
    const { orderId, amountCents } = payment
    return refuse({ code: 'confirmation_required', orderId, amountCents, balanceCents: balanceOf(before) })
  }
  const today = await findToday(trx)
  const valueDate = payment.valueDate ?? today
  if (valueDate > today) return refuse({ code: 'date_in_future', today })
  const earliest = addDays(shopDayOf(order.created_at.getTime()), -MAX_DAYS_BEFORE)
  // The date of a bank transaction comes from the bank and was not typed by a person.
  if (valueDate < earliest && payment.bankTransactionId === undefined)
    return refuse({ code: 'date_too_early', earliest })

  const { amountCents, method, reference = '', bankTransactionId } = payment
  const tolerance = shop.settings.get('payment_tolerance')
  const paymentId = await insertPayment(trx, {
    order_id: order.id,
    kind: 'received',
    method,
    amount_cents: amountCents,
    reference,
    value_date: valueDate,
    bank_transaction_id: bankTransactionId ?? null,
    // The tolerance of the last payment counts. An order that the shop called paid does not become unpaid when more
    // money arrives.
    tolerance_cents: isPaidInFull(before) ? Math.max(tolerance, before.toleranceCents) : tolerance,
    made_by: formatActorName(actor),
  })
  if (payment.isCleared && method === 'check') {
    await insertClearances(trx, [paymentId], { clearedOn: today, madeBy: formatActorName(actor) })
  }
  const after = moneyOf(await readLedger(trx, order))
  await recordAction(trx, actor, {
    action: 'payment.booked',
    subject: { kind: 'payment', id: paymentId },
    before: { order: order.id, balance_cents: balanceOf(before) },
    after: {
      order: order.id,
      amount_cents: amountCents,
      method,
      reference,
      value_date: valueDate,
      notice: bankTransactionId,
      balance_cents: balanceOf(after),
    },
  })
  const isNowPaid = isPaidInFull(after) && !isPaidInFull(before) && order.status !== 'canceled'
  if (isNowPaid) await recordChange(trx, actor, { order, change: 'paid' }, shop)
  else if (order.status === 'processing' && findPaymentState(after) === 'partly_paid') {
    await shop.jobs.queue(trx, 'mail', [{ mail: 'order_partly_paid', order_id: order.id }])
  }
  await completeIfDue(trx, order.id, actor, shop)
  return { ok: true, paymentId, balanceCents: balanceOf(after) }
}

/** A deposit may arrive before its order; a date more than a year earlier is a typo. */
const MAX_DAYS_BEFORE = 366

export const farAboveMessage = ({ orderId, amountCents, balanceCents }: FarAboveBalance): string =>
  `${formatCents(amountCents)} is far more than the ${formatCents(balanceCents > 0 ? balanceCents : cents(0))} due for order ${orderId}. Check the amount, then confirm it.`
