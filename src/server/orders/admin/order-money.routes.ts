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
import { requireManagedOrder, respondWithOrder } from './require-managed-order.errors.ts'

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
        expectedVersion: body.expected_version,
      }
      const result = await inTransaction(db, (trx) => bookPayment(trx, member.actor, payment, services))
      return respondWithOrder(services, orderId, result, bookingProblem)
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
      if (result.refusal.code === 'not_permitted') await requireRefundAuthentication(request, member, canRefund)
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
        expectedVersion: body.expected_version,
      }
      const result = await inTransaction(db, (trx) => refundPayment(trx, member.actor, refund, services))
      const order = await respondWithOrder(services, orderId, result, refundProblem)
      return { approval_id: result.ok && !result.passed ? result.approvalId : null, order }
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
        expectedVersion: body.expected_version,
      }
      const result = await inTransaction(db, (trx) => adjustPrice(trx, member.actor, adjustment, services))
      return respondWithOrder(services, orderId, result, adjustmentProblem)
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
        expectedVersion: body.expected_version,
      } as const
      const result = await inTransaction(db, (trx) => changeOrder(trx, change, services))
      return respondWithOrder(services, id, result, changeProblem)
    },
  )

  serve(
    app,
    cancelOrderCall,
    permitted(cancelOrderCall),
    async ({ params: { order_id: id }, body, caller: member }) => {
      const { reason, restock, expected_version: expectedVersion } = body
      const cancellation = { id, reason, restock, expectedVersion }
      const result = await inTransaction(db, (trx) => cancelOrder(trx, member.actor, cancellation, services))
      return respondWithOrder(services, id, result, changeProblem)
    },
  )

  serve(
    app,
    reinstateOrderCall,
    permitted(reinstateOrderCall),
    async ({ params: { order_id: id }, body, caller: member }) => {
      const result = await inTransaction(db, (trx) => reinstateOrder(trx, member.actor, { id, ...body }, services))
      return respondWithOrder(services, id, result, changeProblem)
    },
  )

  serve(
    app,
    moveDueDateCall,
    permitted(moveDueDateCall),
    async ({ params: { order_id: orderId }, body, caller: member }) => {
      const { due_on: dueOn, reason, expected_version: expectedVersion } = body
      const dueDate = { orderId, dueOn, reason, now: new Date(), expectedVersion }
      const result = await inTransaction(db, (trx) =>
        moveDueDate(trx, member.actor, dueDate, { paymentDays: settings.get('payment_days') }),
      )
      return respondWithOrder(services, orderId, result, dueDateProblem)
    },
  )

  serve(
    app,
    settleClaimCall,
    permitted(settleClaimCall),
    async ({ params: { order_id: orderId }, body, caller: member }) => {
      const claim = { orderId, reason: body.reason, expectedVersion: body.expected_version }
      const result = await inTransaction(db, (trx) => settleClaim(trx, member.actor, claim))
      return respondWithOrder(services, orderId, result, claimProblem)
    },
  )

  async function requireRefundAuthentication(
    request: FastifyRequest,
    member: Staff,
    canRefund: boolean,
  ): Promise<void> {
    await recordRefusal(db, request, member.actor, canRefund ? 'needs a fresh proof' : 'needs payments.refund')
    if (canRefund) throw problem('reauthentication_required', serverMessages.reauthenticationRequired)
  }

  /** Defaults to the method of the order. */
  async function findMethod(orderId: number, requested: PaymentMethod | undefined): Promise<PaymentMethod> {
    const ledger = await findLedger(db, orderId)
    if (!ledger) throw notFound()
    return requested ?? ledger.order.payment_type
  }
}
