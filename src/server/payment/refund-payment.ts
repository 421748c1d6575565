import { type Cents, cents, formatCents } from '#domain/money.ts'
import { balanceOf, moneyOf, type PaymentMethod, refundableOf, refundsBookedOf } from '#domain/order/balance.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, actorName } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CreditNoteId, PaymentId } from '#server/platform/database/tables.generated.ts'
import { type ApprovalRefusal, type Proposed, passApproval } from '#server/staff/pass-approval.ts'
import { findToday, insertPayment } from './ledger.queries.ts'
import { lockOrder } from './lock-order.ts'
import { readLedger } from './read-ledger.ts'
import type { PaymentServices } from './record-change.ts'

export type NewRefund = {
  orderId: number
  /** More than zero. */
  amountCents: Cents
  /** The id of the credit note that it belongs to, or the overpayment. */
  of: { creditNoteId: number } | 'overpayment'
  method: PaymentMethod
  reason: string
  reference?: string | undefined
  /** The balance that was seen: the same request again is told instead of booked. */
  expectedBalanceCents?: Cents | undefined
}

export type RefundRefusal =
  | { code: 'unknown_order' }
  | { code: 'reason_missing' }
  | { code: 'amount_not_positive' }
  | { code: 'balance_changed'; balanceCents: Cents }
  | { code: 'unknown_credit_note' }
  | { code: 'more_than_refundable'; refundableCents: Cents }
  | { code: ApprovalRefusal }

export type Refunded = { passed: true; paymentId: PaymentId; balanceCents: Cents } | Proposed

/**
 * Books money that was given back: of a credit note or of an overpayment, never more than that and never more than was
 * paid too much (docs/back-office §3). It takes two people where all refunds of an order, corrected ones among them, come
 * to more than the setting `refund_approval_above` (docs/back-office §1): once somebody else has approved it, the money is
 * sent, and the refund asked for again.
 */
export async function refundPayment(
  trx: Transaction,
  actor: Actor,
  refund: NewRefund,
  shop: Pick<PaymentServices, 'settings'>,
): Promise<Result<Refunded, RefundRefusal>> {
  const { expectedBalanceCents: seen, ...given } = refund
  const { amountCents, of, method, reference = '' } = given
  const reason = refund.reason.trim()
  if (reason === '') return refuse({ code: 'reason_missing' })
  if (amountCents <= 0) return refuse({ code: 'amount_not_positive' })
  const order = await lockOrder(trx, refund.orderId)
  if (!order) return refuse({ code: 'unknown_order' })
  const ledger = await readLedger(trx, order)
  const money = moneyOf(ledger)
  const before = balanceOf(money)
  if (seen !== undefined && seen !== before) return refuse({ code: 'balance_changed', balanceCents: before })
  const refundable = refundableOf(ledger)
  const note = of === 'overpayment' ? undefined : refundable.creditNotes.find(({ id }) => id === of.creditNoteId)
  if (of !== 'overpayment' && !note) return refuse({ code: 'unknown_credit_note' })
  const refundableCents = note ? note.refundableCents : refundable.overpaymentCents
  if (amountCents > refundableCents) return refuse({ code: 'more_than_refundable', refundableCents })
  const booked = refundsBookedOf(ledger)
  if (booked + amountCents > shop.settings.get('refund_approval_above')) {
    const approval = await passApproval(trx, actor, {
      action: 'payment.refund',
      subject: String(order.id),
      permission: 'payments.refund',
      payload: given,
      preview: {
        order: order.id,
        amount: formatCents(amountCents),
        of: note ? `credit note ${note.number}` : 'overpayment',
        method,
        'refunded before': formatCents(money.refundedCents),
        ...(booked > money.refundedCents && {
          'refunded and corrected': formatCents(cents(booked - money.refundedCents)),
        }),
      },
      reason,
    })
    if (!approval.ok) return refuse({ code: approval.refusal })
    if (!approval.passed) return approval
  }

  const paymentId = await insertPayment(trx, {
    order_id: order.id,
    kind: 'refunded',
    method,
    amount_cents: amountCents,
    reference,
    value_date: await findToday(trx),
    reason,
    credit_note_id: note ? (note.id as CreditNoteId) : null,
    of_overpayment: of === 'overpayment',
    tolerance_cents: shop.settings.get('payment_tolerance'),
    made_by: actorName(actor),
  })
  const balanceCents = (before + amountCents) as Cents
  await recordAction(trx, actor, {
    action: 'payment.refunded',
    subject: { kind: 'payment', id: paymentId },
    before: { order: order.id, balance_cents: before },
    after: {
      order: order.id,
      amount_cents: amountCents,
      method,
      reference,
      credit_note: note?.number,
      balance_cents: balanceCents,
    },
    reason,
  })
  return { ok: true, passed: true, paymentId, balanceCents }
}
