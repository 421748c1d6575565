import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { type CorrectPaymentRefusal, correctPayment } from '#server/orders/payments/correct-payment.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import { findNotice, findPaymentsOf, lockNotice, type NoticePayment, writeSetAside } from './notice.queries.ts'

export type UndoNoticeRefusal =
  | { code: 'notice_not_found' }
  | { code: 'reason_required' }
  | { code: 'nothing_to_undo' }
  /** Other payments have been booked from it since. */
  | { code: 'other_payments' }
  | { code: 'not_correctable'; orderId: OrderId; refusal: CorrectPaymentRefusal }

/**
 * Undoes a bank transaction: its payments are reversed by correcting entries (docs/back-office §3), which reopen an
 * order that was completed because of them; one that was set aside is open again. `expectedPayments` are those that the
 * clerk saw, so payments booked in the meantime are never reversed.
 */
export async function undoNotice(
  trx: Transaction,
  actor: Actor,
  given: { noticeId: number; reason: string; expectedPayments?: readonly number[] | undefined },
  shop: PaymentServices,
): Promise<Result<{ orderIds: OrderId[] }, UndoNoticeRefusal>> {
  const reason = given.reason.trim()
  if (reason === '') return refuse({ code: 'reason_required' })
  if (!(await findNotice(trx, given.noticeId))) return refuse({ code: 'notice_not_found' })
  // Locks all orders first, in ascending order, and then the bank transaction. Payments that another clerk has undone
  // in the meantime are gone by then.
  const found = await findPaymentsOf(trx, given.noticeId)
  for (const { orderId } of found) await lockOrder(trx, orderId)
  const notice = await lockNotice(trx, given.noticeId)
  const payments = await findPaymentsOf(trx, given.noticeId)
  if (!notice || (payments.length === 0 && notice.state !== 'set_aside')) return refuse({ code: 'nothing_to_undo' })
  const seen = given.expectedPayments ?? found.map(({ paymentId }) => paymentId)
  if (!isSame(payments, seen)) return refuse({ code: 'other_payments' })
  for (const { paymentId, orderId } of payments) {
    const corrected = await correctPayment(trx, actor, { paymentId, reason }, shop)
    if (!corrected.ok) return refuse({ code: 'not_correctable', orderId, refusal: corrected.refusal })
  }
  if (notice.state === 'set_aside') await writeSetAside(trx, notice.id, undefined)
  const bookedCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  await recordAction(trx, actor, {
    action: 'bank_transaction.reopened',
    subject: { kind: 'bank_transaction', id: notice.id },
    before: notice.state === 'set_aside' ? { state: 'set_aside' } : { booked_cents: bookedCents },
    after: { state: 'open', open_cents: notice.amountCents },
    reason,
  })
  return { ok: true, orderIds: payments.map(({ orderId }) => orderId) }
}

const isSame = (payments: readonly NoticePayment[], expected: readonly number[]): boolean =>
  payments.length === expected.length && payments.every(({ paymentId }) => expected.includes(paymentId))
