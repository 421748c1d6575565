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
  const respond = (orderId: number) => requireManagedOrder(services, orderId)

  serve(
    app,
    bookPaymentCall,
    permitted(bookPaymentCall),
    async ({ params: { order_id: orderId }, body, caller: member }) => {
      const payment = {
        orderId,
        amountCents: toCents(body.amount),
        method: await findMethod(orderId, body.method),
        reference: body.reference,
        valueDate: body.value_date,
        isCleared: body.cleared,
        isConfirmed: body.confirmed,
        expectedBalanceCents: toCents(body.expected_balance),
      }
      const result = await inTransaction(db, (trx) => bookPayment(trx, member.actor, payment, services))
      if (!result.ok) throw bookingProblem(result.refusal)
      return respond(orderId)
    },
  )

  serve(app, correctPaymentCall, permitted(correctPaymentCall), async ({ params, body, caller: member, request }) => {
    const canRefund = hasPermission(member.role, 'payments.refund')
    const correction = {
      ...body,
      paymentId: params.payment_id,
      mayUndoRefunds: canRefund && member.recently_authenticated,
    }
    const result = await inTransaction(db, (trx) => correctPayment(trx, member.actor, correction, services))
    if (!result.ok) {
      // Reversing a refund requires a fresh proof of a role that may refund, as booking one does.
      if (result.refusal.code === 'is_refund') await requireRefundAuthentication(request, member, canRefund)
      throw correctionProblem(result.refusal)
    }
    return respond(result.orderId)
  })

  serve(
    app,
    clearCheckCall,
    permitted(clearCheckCall),
    async ({ params: { payment_id: paymentId }, caller: member }) => {
      const result = await inTransaction(db, (trx) => clearCheck(trx, member.actor, { paymentId }, services))
      if (!result.ok) throw correctionProblem(result.refusal)
      return respond(result.orderId)
    },
  )

  serve(
    app,
    refundOrderCall,
    permitted(refundOrderCall),
    async ({ params: { order_id: orderId }, body, caller: member }) => {
      const refund = {
        orderId,
        amountCents: toCents(body.amount),
        of: body.credit_note_id === undefined ? ('overpayment' as const) : { creditNoteId: body.credit_note_id },
        method: await findMethod(orderId, body.method),
        reason: body.reason,
        reference: body.reference,
        expectedBalanceCents: toCents(body.expected_balance),
      }
      const result = await inTransaction(db, (trx) => refundPayment(trx, member.actor, refund, services))
      if (!result.ok) throw refundProblem(result.refusal)
      return { approval_id: result.passed ? null : result.approvalId, order: await respond(orderId) }
    },
  )

  serve(
    app,
    adjustPriceCall,
    permitted(adjustPriceCall),
    async ({ params: { order_id: orderId }, body, caller: member }) => {
      const adjustment = {
        orderId,
        amountCents: toCents(body.amount),
        reason: body.reason,
        expectedBalanceCents: toCents(body.expected_balance),
      }
      const result = await inTransaction(db, (trx) => adjustPrice(trx, member.actor, adjustment, services))
      if (!result.ok) throw adjustmentProblem(result.refusal)
      return respond(orderId)
    },
  )

  serve(
    app,
    completeOrderCall,
    permitted(completeOrderCall),
    async ({ params: { order_id: id }, body, caller: member }) => {
      const change = {
        id,
        change: 'completed',
        actor: member.actor,
        clearing: body.checks,
        expectedSteps: body.expected_steps,
      } as const
      const result = await inTransaction(db, (trx) => changeOrder(trx, change, services))
      if (!result.ok) throw changeProblem(result.refusal)
      return respond(id)
    },
  )

  serve(
    app,
    cancelOrderCall,
    permitted(cancelOrderCall),
    async ({ params: { order_id: id }, body, caller: member }) => {
      const { reason, restock, expected: reviewed } = body
      const expected = reviewed && {
        status: reviewed.status,
        balanceCents: toCents(reviewed.balance),
        stepsTaken: reviewed.steps_taken,
      }
      const cancellation = { id, reason, restock, expected }
      const result = await inTransaction(db, (trx) => cancelOrder(trx, member.actor, cancellation, services))
      if (!result.ok) throw changeProblem(result.refusal)
      return respond(id)
    },
  )

  serve(
    app,
    reinstateOrderCall,
    permitted(reinstateOrderCall),
    async ({ params: { order_id: id }, body, caller: member }) => {
      const result = await inTransaction(db, (trx) => reinstateOrder(trx, member.actor, { id, ...body }, services))
      if (!result.ok) throw changeProblem(result.refusal)
      return respond(id)
    },
  )

  serve(
    app,
    moveDueDateCall,
    permitted(moveDueDateCall),
    async ({ params: { order_id: orderId }, body, caller: member }) => {
      const { due_on: dueOn, reason, expected_due_on: expected } = body
      const dueDate = { orderId, dueOn, reason, now: new Date(), expected }
      const result = await inTransaction(db, (trx) =>
        moveDueDate(trx, member.actor, dueDate, { paymentDays: settings.get('payment_days') }),
      )
      if (!result.ok) throw dueDateProblem(result.refusal)
      return respond(orderId)
    },
  )

  serve(
    app,
    settleClaimCall,
    permitted(settleClaimCall),
    async ({ params: { order_id: orderId }, body, caller: member }) => {
      const { reason, claim_id: claimId } = body
      const result = await inTransaction(db, (trx) => settleClaim(trx, member.actor, { orderId, reason, claimId }))
      if (!result.ok) throw claimProblem(result.refusal)
      return respond(orderId)
    },
  )

  async function requireRefundAuthentication(
    request: FastifyRequest,
    member: Staff,
    canRefund: boolean,
  ): Promise<void> {
    await recordRefusal(db, request, member.actor, canRefund ? 'needs a fresh proof' : 'needs payments.refund')
    if (canRefund)
      throw problem(403, serverMessages.reauthenticationRequired, { proof: serverMessages.reauthenticationRequired })
  }

  /** Defaults to the method of the order. */
  async function findMethod(orderId: number, requested: PaymentMethod | undefined): Promise<PaymentMethod> {
    const ledger = await findLedger(db, orderId)
    if (!ledger) throw notFound()
    return requested ?? ledger.order.payment_type
  }
}
