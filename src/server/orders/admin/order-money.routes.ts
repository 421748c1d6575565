import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serverMessages } from '#contract/base/server-messages.ts'
import {
  adjustPriceCall,
  bookPaymentCall,
  cancelOrderCall,
  clearCheckCall,
  completeOrderCall,
  correctPaymentCall,
  moveDueDateCall,
  refundOrderCall,
  reinstateOrderCall,
  settleClaimCall,
} from '#contract/orders/admin-changes.ts'
import { hasPermission } from '#contract/permissions.ts'
import { toCents } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/orders/balance.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies, type Staff } from '#server/identity/staff/find-staff.ts'
import { recordRefusal } from '#server/identity/staff/record-refusal.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { moveDueDate } from '#server/orders/overdue/move-due-date.ts'
import { settleClaim } from '#server/orders/overdue/settle-claim.ts'
import { adjustPrice } from '#server/orders/payments/adjust-price.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { clearCheck } from '#server/orders/payments/clear-check.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { findLedger } from '#server/orders/payments/read-ledger.ts'
import { refundPayment } from '#server/orders/payments/refund-payment.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { cancelOrder } from './cancel-order.ts'
import {
  adjustmentProblem,
  bookingProblem,
  changeProblem,
  claimProblem,
  correctionProblem,
  dueDateProblem,
  refundProblem,
} from './order-management.errors.ts'
import { requireManagedOrder } from './require-managed-order.errors.ts'

/** Routes for an order's money and status (docs/back-office §3); each call responds with the current order. */
export function orderMoneyRoutes(app: FastifyInstance, services: Services): void {
  const { db, settings } = services
  const { permitted } = makeStaffPolicies(services)
  const present = (orderId: number) => requireManagedOrder(services, orderId)

  serve(app, bookPaymentCall, permitted(bookPaymentCall), async ({ params: { order_id: orderId }, body, who }) => {
    const payment = {
      orderId,
      amountCents: toCents(body.amount),
      method: await methodOf(orderId, body.method),
      reference: body.reference,
      valueDate: body.value_date,
      isCleared: body.cleared,
      isConfirmed: body.confirmed,
      expectedBalanceCents: toCents(body.expected_balance),
    }
    const booked = await inTransaction(db, (trx) => bookPayment(trx, who.actor, payment, services))
    if (!booked.ok) throw bookingProblem(booked.refusal)
    return present(orderId)
  })

  serve(app, correctPaymentCall, permitted(correctPaymentCall), async ({ params, body, who, request }) => {
    const mayRefund = hasPermission(who.role, 'payments.refund')
    const correction = {
      ...body,
      paymentId: params.payment_id,
      mayUndoRefunds: mayRefund && who.recently_authenticated,
    }
    const corrected = await inTransaction(db, (trx) => correctPayment(trx, who.actor, correction, services))
    if (!corrected.ok) {
      // Reversing a refund requires a fresh proof of a role that may refund, as booking one does.
      if (corrected.refusal.code === 'is_refund') await refuseUndoing(request, who, mayRefund)
      throw correctionProblem(corrected.refusal)
    }
    return present(corrected.orderId)
  })

  serve(app, clearCheckCall, permitted(clearCheckCall), async ({ params: { payment_id: paymentId }, who }) => {
    const cleared = await inTransaction(db, (trx) => clearCheck(trx, who.actor, { paymentId }, services))
    if (!cleared.ok) throw correctionProblem(cleared.refusal)
    return present(cleared.orderId)
  })

  serve(app, refundOrderCall, permitted(refundOrderCall), async ({ params: { order_id: orderId }, body, who }) => {
    const refund = {
      orderId,
      amountCents: toCents(body.amount),
      of: body.credit_note_id === undefined ? ('overpayment' as const) : { creditNoteId: body.credit_note_id },
      method: await methodOf(orderId, body.method),
      reason: body.reason,
      reference: body.reference,
      expectedBalanceCents: toCents(body.expected_balance),
    }
    const refunded = await inTransaction(db, (trx) => refundPayment(trx, who.actor, refund, services))
    if (!refunded.ok) throw refundProblem(refunded.refusal)
    return { approval_id: refunded.passed ? null : refunded.approvalId, order: await present(orderId) }
  })

  serve(app, adjustPriceCall, permitted(adjustPriceCall), async ({ params: { order_id: orderId }, body, who }) => {
    const adjustment = {
      orderId,
      amountCents: toCents(body.amount),
      reason: body.reason,
      expectedBalanceCents: toCents(body.expected_balance),
    }
    const adjusted = await inTransaction(db, (trx) => adjustPrice(trx, who.actor, adjustment, services))
    if (!adjusted.ok) throw adjustmentProblem(adjusted.refusal)
    return present(orderId)
  })

  serve(app, completeOrderCall, permitted(completeOrderCall), async ({ params: { order_id: id }, body, who }) => {
    const change = {
      id,
      change: 'completed',
      actor: who.actor,
      clearing: body.checks,
      expectedSteps: body.expected_steps,
    } as const
    const completed = await inTransaction(db, (trx) => changeOrder(trx, change, services))
    if (!completed.ok) throw changeProblem(completed.refusal)
    return present(id)
  })

  serve(app, cancelOrderCall, permitted(cancelOrderCall), async ({ params: { order_id: id }, body, who }) => {
    const { reason, restock, expected: seen } = body
    const expected = seen && {
      status: seen.status,
      balanceCents: toCents(seen.balance),
      stepsTaken: seen.steps_taken,
    }
    const cancellation = { id, reason, restock, expected }
    const canceled = await inTransaction(db, (trx) => cancelOrder(trx, who.actor, cancellation, services))
    if (!canceled.ok) throw changeProblem(canceled.refusal)
    return present(id)
  })

  serve(app, reinstateOrderCall, permitted(reinstateOrderCall), async ({ params: { order_id: id }, body, who }) => {
    const reinstated = await inTransaction(db, (trx) => reinstateOrder(trx, who.actor, { id, ...body }, services))
    if (!reinstated.ok) throw changeProblem(reinstated.refusal)
    return present(id)
  })

  serve(app, moveDueDateCall, permitted(moveDueDateCall), async ({ params: { order_id: orderId }, body, who }) => {
    const { due_on: dueOn, reason, expected_due_on: expected } = body
    const to = { orderId, dueOn, reason, at: new Date(), expected }
    const moved = await inTransaction(db, (trx) => moveDueDate(trx, who.actor, to, settings.get('payment_days')))
    if (!moved.ok) throw dueDateProblem(moved.refusal)
    return present(orderId)
  })

  serve(app, settleClaimCall, permitted(settleClaimCall), async ({ params: { order_id: orderId }, body, who }) => {
    const { reason, claim_id: claimId } = body
    const settled = await inTransaction(db, (trx) => settleClaim(trx, who.actor, { orderId, reason, claimId }))
    if (!settled.ok) throw claimProblem(settled.refusal)
    return present(orderId)
  })

  async function refuseUndoing(request: FastifyRequest, who: Staff, mayRefund: boolean): Promise<void> {
    await recordRefusal(db, request, who.actor, mayRefund ? 'needs a fresh proof' : 'needs payments.refund')
    if (mayRefund)
      throw problem(403, serverMessages.reauthenticationRequired, { proof: serverMessages.reauthenticationRequired })
  }

  /** Defaults to the method of the order. */
  async function methodOf(orderId: number, given: PaymentMethod | undefined): Promise<PaymentMethod> {
    const found = await findLedger(db, orderId)
    if (!found) throw notFound()
    return given ?? found.order.payment_type
  }
}
