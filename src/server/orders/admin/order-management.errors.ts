import { serverMessages } from '#contract/base/server-messages.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { type Cents, formatCents } from '#domain/money/money.ts'
import { notFound, ProblemError, problem } from '#server/http/errors.ts'
import type { CorrectContactRefusal } from '#server/orders/correct-contact.ts'
import type { FulfillmentRefusal } from '#server/orders/fulfillment/fulfillment-refusal.ts'
import type { MoveDueDateRefusal } from '#server/orders/overdue/move-due-date.ts'
import type { SettleClaimRefusal } from '#server/orders/overdue/settle-claim.ts'
import type { AdjustPriceRefusal } from '#server/orders/payments/adjust-price.ts'
import { type BookPaymentRefusal, farAboveMessage } from '#server/orders/payments/book-payment.ts'
import type { ClearCheckRefusal } from '#server/orders/payments/clear-check.ts'
import type { CorrectPaymentRefusal } from '#server/orders/payments/correct-payment.ts'
import type { RefundRefusal } from '#server/orders/payments/refund-payment.ts'
import type { ReinstateOrderRefusal } from '#server/orders/reinstate-order.ts'
import type { OrderNoteRefusal } from './add-order-note.ts'
import type { CancelOrderRefusal, OrderSnapshot } from './cancel-order.ts'
import { presentBalance } from './present-balance.ts'

const fieldError = (field: string, message: string): ProblemError => problem(422, message, { [field]: message })
const conflictError = (message: string): ProblemError => problem(409, message)
const reasonRequiredError = (): ProblemError => fieldError('reason', serverMessages.reasonRequired)
const stateLabel = (state: string): string => state.replaceAll('_', ' ')

/** Another clerk was faster, or the request was repeated. */
const balanceChangedError = (balance: Cents): ProblemError =>
  new ProblemError(409, `The order was changed in the meantime. ${balanceMessage(balance)}`, undefined, {
    balance: presentBalance(balance),
  })

const stepsChangedError = (stepsTaken: number): ProblemError =>
  new ProblemError(409, 'The order was changed in the meantime. Check it again.', undefined, {
    steps_taken: stepsTaken,
  })

const presentSnapshot = ({ status, balanceCents, stepsTaken }: OrderSnapshot) => ({
  status,
  balance: presentBalance(balanceCents),
  steps_taken: stepsTaken,
})

function balanceMessage(balance: Cents): string {
  if (balance === 0) return 'It’s now paid in full.'
  if (balance > 0) return `${formatCents(balance)} is now due.`
  return `It’s now overpaid by ${formatCents((0 - balance) as Cents)}.`
}

export function bookingProblem(refusal: BookPaymentRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'amount_not_positive':
      return fieldError('amount', 'Enter an amount greater than $0.00.')
    case 'date_in_future':
      return fieldError('value_date', `The payment date cannot be after today, ${refusal.today}.`)
    case 'date_too_early':
      return fieldError(
        'value_date',
        `The payment date cannot be before ${refusal.earliest}, a year before the order was placed.`,
      )
    case 'stale':
      return balanceChangedError(refusal.balanceCents)
    case 'amount_far_above_balance':
      return fieldError('confirmed', farAboveMessage(refusal))
  }
}

export function correctionProblem(refusal: CorrectPaymentRefusal | ClearCheckRefusal): ProblemError {
  switch (refusal.code) {
    case 'payment_not_found':
      return notFound()
    case 'reason_required':
      return reasonRequiredError()
    case 'already_corrected':
      return conflictError('This payment has already been undone.')
    case 'is_refund':
      return problem(403, 'Only staff who can issue refunds can undo one.')
    case 'is_correction':
      return conflictError('This entry is a correction. Record the payment again instead.')
    case 'not_a_received_check':
      return conflictError('This isn’t a received check, or it was undone.')
    case 'already_cleared':
      return conflictError(`This check cleared on ${refusal.clearedOn}.`)
  }
}

export function refundProblem(refusal: RefundRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'reason_required':
      return reasonRequiredError()
    case 'amount_not_positive':
      return fieldError('amount', 'Enter an amount greater than $0.00.')
    case 'credit_note_not_found':
      return fieldError('credit_note_id', 'The order has no such credit note.')
    case 'more_than_refundable':
      return fieldError('amount', `You can refund at most ${formatCents(refusal.refundableCents)} here.`)
    case 'not_cleared':
      return fieldError(
        'amount',
        `Only ${formatCents(refusal.clearedCents)} of the money received has cleared. Wait for the check to clear, or mark it as cleared.`,
      )
    case 'stale':
      return balanceChangedError(refusal.balanceCents)
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
  }
}

export function adjustmentProblem(refusal: AdjustPriceRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'reason_required':
      return reasonRequiredError()
    case 'amount_not_positive':
      return fieldError('amount', 'Enter an amount greater than $0.00.')
    case 'canceled':
      return conflictError('The order is canceled and already credited in full.')
    case 'stale':
      return balanceChangedError(refusal.balanceCents)
    case 'amount_too_large':
      return fieldError(
        'amount',
        `You can credit at most ${formatCents(refusal.limitCents)}. A credit covers items not credited yet, and must leave part of the balance due.`,
      )
    case 'approval_required':
      return fieldError(
        'amount',
        refusal.limitCents === 0
          ? 'One person can’t credit any more of this order without a return.'
          : `One person can credit at most ${formatCents(refusal.limitCents)} more of this order without a return.`,
      )
  }
}

export function changeProblem(refusal: CancelOrderRefusal | ReinstateOrderRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'not_permitted':
      return problem(403, 'Only staff who can record returns can cancel an order that was completed or handed over.')
    case 'stale':
      return new ProblemError(409, 'The order was changed in the meantime. Check it again.', undefined, {
        present: presentSnapshot(refusal.present),
      })
    case 'steps_changed':
      return stepsChangedError(refusal.stepsTaken)
    case 'already_paid':
      return conflictError('The order is already paid.')
    case 'all_credited':
      return conflictError('The order is credited in full, so there’s nothing left to complete.')
    case 'not_paid':
      return conflictError('The order isn’t paid in full yet.')
    case 'not_cleared':
      return conflictError('A check for the order hasn’t cleared. Wait for it to clear, or mark it as cleared.')
    case 'not_possible':
      return conflictError(`The order is ${refusal.from}, so this is no longer possible.`)
    case 'has_counted':
      return conflictError('The order was completed before. Place a new order instead.')
    case 'is_credited':
      return conflictError('The order has a credit note. Place a new order instead.')
    case 'not_available':
      return conflictError(`Not enough ${refusal.name} in stock.`)
  }
}

export function dueDateProblem(refusal: MoveDueDateRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'stale':
      return new ProblemError(409, 'Someone changed the due date in the meantime. Check it again.', undefined, {
        due_on: refusal.dueOn,
      })
    case 'nothing_to_pay':
      return conflictError('Nothing is due for the order.')
    case 'date_in_past':
      return fieldError('due_on', 'The due date cannot be in the past.')
    case 'unchanged':
      return conflictError('The order is already due on that date.')
    case 'reason_required':
      return reasonRequiredError()
    case 'switched_off':
      return conflictError('Orders have no due dates: the setting “Banking days to pay” is 0.')
  }
}

export function claimProblem(refusal: SettleClaimRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'no_open_claim':
      return conflictError('The customer hasn’t reported a payment, or the report is already settled.')
    case 'stale':
      return conflictError('The customer reported another payment. Check it first.')
    case 'reason_required':
      return reasonRequiredError()
  }
}

export function contactProblem(refusal: CorrectContactRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'reason_required':
      return reasonRequiredError()
    case 'already_erased':
      return conflictError('The customer of this order was erased.')
    case 'unchanged':
      return conflictError('These are already the contact details of the order.')
    case 'stale': {
      const { email, ...contact } = refusal.present
      return new ProblemError(409, 'Someone else corrected the contact details. Check them again.', undefined, {
        contact: { ...contact, user_email: email },
      })
    }
  }
}

export function fulfillmentProblem(refusal: FulfillmentRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'canceled':
      return conflictError('The order is canceled, so it can’t be packed or handed over.')
    case 'steps_changed':
      return stepsChangedError(refusal.stepsTaken)
    case 'nothing_open':
      return conflictError('Nothing left in this order for that step.')
    case 'line_not_found':
      return fieldError('lines', `The order has no line ${refusal.position + 1}.`)
    case 'more_than_open':
      return fieldError('lines', `Only ${refusal.open} of line ${refusal.position + 1} can be packed.`)
    case 'shipment_not_found':
      return fieldError('shipment_id', 'The order has no such shipment.')
    case 'shipment_required':
      return fieldError('shipment_id', `Please choose a shipment: ${refusal.shipmentIds.join(', ')}.`)
    case 'already_taken':
      return conflictError(`This shipment is already ${stateLabel(refusal.state)}.`)
    case 'too_early':
      return conflictError(`This shipment is ${stateLabel(refusal.state)}. Ship it first.`)
    case 'not_a_delivery':
      return conflictError('This is a pickup order.')
    case 'not_a_pickup':
      return conflictError('This is a delivery order.')
    case 'tracking_number_invalid':
      return fieldError('tracking_number', 'A tracking number can have up to 40 letters and digits.')
    case 'tracking_number_taken':
      return fieldError('tracking_number', `Shipment ${refusal.shipmentId} already has that tracking number.`)
    case 'reason_required':
      return reasonRequiredError()
    case 'not_cleared':
      return conflictError(`Paid, not cleared: the check clears on ${formatCalendarDay(refusal.clearsOn)}.`)
  }
}

export function noteProblem(refusal: OrderNoteRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'stale':
      return new ProblemError(409, 'Someone added a note in the meantime. Read it first.', undefined, {
        notes: refusal.notes,
      })
  }
}
