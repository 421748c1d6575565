import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Cents, cents, formatCents } from '#domain/money/money.ts'
import {
  balanceOf,
  calculateClearedFunds,
  calculateRefundable,
  moneyOf,
  type PaymentMethod,
  paymentMethods,
  type Refundable,
  sumBookedRefunds,
} from '#domain/orders/balance.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import {
  type ApprovalRefusal,
  consumeApproval,
  lockApprovals,
  type Preview,
  type Proposal,
} from '#server/identity/staff/consume-approval.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import { findOpenApproval } from '#server/identity/staff/find-open-approval.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CreditNoteId, PaymentId } from '#server/platform/database/tables.generated.ts'
import { findToday, insertPayment } from './ledger.queries.ts'
import { type LockedOrder, lockOrder } from './lock-order.ts'
import { type OrderLedger, readLedger } from './read-ledger.ts'
import type { PaymentServices } from './record-change.ts'

export type NewRefund = {
  orderId: number
  /** Greater than zero. */
  amountCents: Cents
  /** The ID of the credit note that it belongs to, or the overpayment. */
  of: { creditNoteId: number } | 'overpayment'
  method: PaymentMethod
  reason: string
  reference?: string | undefined
  /** Version of the order shown to the client: a repeated request is refused. */
  expectedVersion?: string | undefined
}

export type RefundRefusal =
  | { code: 'not_found' }
  | { code: 'reason_required' }
  | { code: 'amount_not_positive' }
  | { code: 'stale' }
  | { code: 'credit_note_not_found' }
  | { code: 'more_than_refundable'; refundableCents: Cents }
  /** A received check may still bounce (docs/decisions/0037). */
  | { code: 'funds_not_cleared'; clearedCents: Cents }
  | ApprovalRefusal

export type RefundOutcome = { passed: true; paymentId: PaymentId; balanceCents: Cents } | Proposal

/** Action in the table of approvals. */
const REFUND_ACTION = 'payment.refund'

/**
 * Books a refund of a credit note or of an overpayment, limited to its amount and to the overpaid balance
 * (docs/back-office §3). A second approver is needed if all refunds of an order, including corrected ones, exceed the
 * setting `refund_approval_above` (docs/back-office §1). After the approval, send the money, then request the refund
 * again to book it.
 */
export async function refundPayment(
  trx: Transaction,
  actor: Actor,
  refund: NewRefund,
  shop: Pick<PaymentServices, 'settings'>,
): Promise<Result<RefundOutcome, RefundRefusal>> {
  const { expectedVersion, ...request } = refund
  const { amountCents, of: target, method, reference = '' } = request
  const reason = refund.reason.trim()
  if (reason === '') return refuse({ code: 'reason_required' })
  if (amountCents <= 0) return refuse({ code: 'amount_not_positive' })
  // Approving also locks the approvers before the order; the opposite order would deadlock.
  await lockApprovals(trx)
  const state = await lockRefundState(trx, request)
  if (!state.ok) return state
  const { order, ledger, note } = state
  const stale = await refuseStale(trx, order.id, expectedVersion)
  if (stale) return stale
  const before = balanceOf(moneyOf(ledger))
  if (amountCents > state.refundableCents) {
    return refuse({ code: 'more_than_refundable', refundableCents: state.refundableCents })
  }
  const today = await findToday(trx)
  const clearedCents = calculateClearedFunds(ledger, today, shop.settings.get('check_hold_days'))
  if (amountCents > clearedCents) return refuse({ code: 'funds_not_cleared', clearedCents })
  let approvedBy: string | undefined
  if (sumBookedRefunds(ledger) + amountCents > shop.settings.get('refund_approval_above')) {
    const action = {
      action: REFUND_ACTION,
      subject: String(order.id),
      permission: 'payments.refund',
      payload: { ...request, reference },
      preview: buildPreview(request, state),
      reason,
    } as const
    // Consuming the approval removes it, so its approver is read first.
    const openApproval = await findOpenApproval(trx, action)
    const approval = await consumeApproval(trx, actor, action)
    if (!approval.ok) return refuse(approval.refusal)
    if (!approval.passed) return approval
    approvedBy = openApproval?.isSame ? openApproval.decidedBy?.email : undefined
  }

  const paymentId = await insertPayment(trx, {
    order_id: order.id,
    kind: 'refunded',
    method,
    amount_cents: amountCents,
    reference,
    value_date: today,
    reason,
    credit_note_id: note ? (note.id as CreditNoteId) : null,
    of_overpayment: target === 'overpayment',
    tolerance_cents: shop.settings.get('payment_tolerance'),
    made_by: formatActorName(actor),
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
      approved_by: approvedBy,
      balance_cents: balanceCents,
    },
    reason,
  })
  return { ok: true, passed: true, paymentId, balanceCents }
}

type RefundRequest = Omit<NewRefund, 'expectedVersion'>
type RefundState = {
  order: LockedOrder
  ledger: OrderLedger
  /** Undefined for an overpayment. */
  note: Refundable['creditNotes'][number] | undefined
  refundableCents: Cents
}

/** Locks the order and finds the refundable amount of the credit note or overpayment. */
async function lockRefundState(
  trx: Transaction,
  { orderId, of: target }: RefundRequest,
): Promise<Result<RefundState, RefundRefusal>> {
  const order = await lockOrder(trx, orderId)
  if (!order) return refuse({ code: 'not_found' })
  const ledger = await readLedger(trx, order)
  const refundable = calculateRefundable(ledger)
  const note =
    target === 'overpayment' ? undefined : refundable.creditNotes.find(({ id }) => id === target.creditNoteId)
  if (target !== 'overpayment' && !note) return refuse({ code: 'credit_note_not_found' })
  return { ok: true, order, ledger, note, refundableCents: note?.refundableCents ?? refundable.overpaymentCents }
}

/** The approved state: any other entry in the order's ledger makes it a different refund (docs/back-office §1). */
function buildPreview(
  { amountCents, method, reason, reference }: RefundRequest,
  { order, ledger, note }: RefundState,
): Preview {
  const money = moneyOf(ledger)
  const correctedCents = cents(sumBookedRefunds(ledger) - money.refundedCents)
  return {
    order: order.id,
    amount: formatCents(amountCents),
    of: note ? `credit note ${note.number}` : 'overpayment',
    method,
    // Hashed because these texts name people, and a preview remains when they are erased.
    'hash of the reference': hashText(reference ?? ''),
    'hash of the reason': hashText(reason),
    received: formatCents(money.receivedCents),
    'refunded before': formatCents(money.refundedCents),
    ...(correctedCents > 0 && { 'refunded and corrected': formatCents(correctedCents) }),
    'entries of the ledger': ledger.payments.length + ledger.creditNotes.length,
  }
}

const hashText = (text: string): string => createHash('sha256').update(text.trim()).digest('hex')

const Payload = z.object({
  orderId: z.int(),
  amountCents: z.int(),
  of: z.union([z.literal('overpayment'), z.object({ creditNoteId: z.int() })]),
  method: z.enum(paymentMethods),
  reason: z.string(),
  reference: z._default(z.string(), ''),
})

/** Recomputes the preview on approval, so that an outdated balance is not refunded. Booking needs another request. */
export const approvableRefund: ApprovableAction = {
  action: REFUND_ACTION,
  async preview(trx, payload) {
    // Empty after the order's customer was erased: there is nothing left to approve.
    const parsed = Payload.safeParse(payload)
    if (!parsed.success) return undefined
    const { amountCents, ...fields } = parsed.data
    const request = { ...fields, amountCents: cents(amountCents) }
    const state = await lockRefundState(trx, request)
    return state.ok && amountCents <= state.refundableCents ? buildPreview(request, state) : undefined
  },
  carryOut: () => Promise.resolve({ ok: true, later: true }),
}
