import { serverMessages } from '#contract/base/server-messages.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatCents } from '#domain/money/money.ts'
import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
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
import type { CancelOrderRefusal } from './cancel-order.ts'

/** `respondWithOrder` sends the others. */
type NotStale<Refusal> = Exclude<Refusal, { code: 'stale' }>

const amountNotPositive = (): ProblemError =>
  fieldProblem('amount_not_positive', 'amount', 'Enter an amount greater than $0.00.')
const stateLabel = (state: string): string => state.replaceAll('_', ' ')

export function bookingProblem(refusal: NotStale<BookPaymentRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'amount_not_positive':
      return amountNotPositive()
    case 'date_in_future':
      return fieldProblem(refusal.code, 'value_date', `The payment date cannot be after today, ${refusal.today}.`)
    case 'date_too_early':
      return fieldProblem(
        refusal.code,
        'value_date',
        `The payment date cannot be before ${refusal.earliest}, a year before the order was placed.`,
      )
    case 'confirmation_required':
      return fieldProblem(refusal.code, 'confirmed', farAboveMessage(refusal))
  }
}

export function correctionProblem(refusal: CorrectPaymentRefusal | ClearCheckRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'reason_required':
      return reasonRequired()
    case 'already_corrected':
      return problem(refusal.code, 'This payment has already been undone.')
    case 'not_permitted':
      return problem(refusal.code, 'Only staff who can issue refunds can undo one.')
    case 'is_correction':
      return problem(refusal.code, 'This entry is a correction. Record the payment again instead.')
    case 'not_a_received_check':
      return problem(refusal.code, 'This isn’t a received check, or it was undone.')
    case 'already_cleared':
      return problem(refusal.code, `This check cleared on ${refusal.clearedOn}.`)
  }
}

export function refundProblem(refusal: NotStale<RefundRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'reason_required':
      return reasonRequired()
    case 'amount_not_positive':
      return amountNotPositive()
    case 'credit_note_not_found':
      return fieldProblem(refusal.code, 'credit_note_id', 'The order has no such credit note.')
    case 'more_than_refundable':
      return fieldProblem(
        refusal.code,
        'amount',
        `You can refund at most ${formatCents(refusal.refundableCents)} here.`,
      )
    case 'funds_not_cleared':
      return fieldProblem(
        refusal.code,
        'amount',
        `Only ${formatCents(refusal.clearedCents)} of the money received has cleared. Wait for the check to clear, or mark it as cleared.`,
      )
    case 'proposer_required':
    case 'not_permitted':
      return problem('not_permitted', serverMessages.notPermitted)
  }
}

export function adjustmentProblem(refusal: NotStale<AdjustPriceRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'reason_required':
      return reasonRequired()
    case 'amount_not_positive':
      return amountNotPositive()
    case 'order_canceled':
      return problem(refusal.code, 'The order is canceled and already credited in full.')
    case 'adjustment_too_large':
      return fieldProblem(
        refusal.code,
        'amount',
        `You can credit at most ${formatCents(refusal.limitCents)}. A credit covers items not credited yet, and must leave part of the balance due.`,
      )
    case 'above_single_approver_limit':
      return fieldProblem(
        refusal.code,
        'amount',
        refusal.limitCents === 0
          ? 'One person can’t credit any more of this order without a return.'
          : `One person can credit at most ${formatCents(refusal.limitCents)} more of this order without a return.`,
      )
  }
}

export function changeProblem(refusal: NotStale<CancelOrderRefusal | ReinstateOrderRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'not_permitted':
      return problem(
        refusal.code,
        'Only staff who can record returns can cancel an order that was completed or handed over.',
      )
    case 'already_paid':
      return problem('not_possible', 'The order is already paid.')
    case 'all_credited':
      return problem(refusal.code, 'The order is credited in full, so there’s nothing left to complete.')
    case 'not_paid':
      return problem(refusal.code, 'The order isn’t paid in full yet.')
    case 'not_cleared':
      return problem(refusal.code, 'A check for the order hasn’t cleared. Wait for it to clear, or mark it as cleared.')
    case 'not_possible':
      return problem(refusal.code, `The order is ${refusal.from}, so this is no longer possible.`)
    case 'has_counted':
      return problem(refusal.code, 'The order was completed before. Place a new order instead.')
    case 'is_credited':
      return problem(refusal.code, 'The order has a credit note. Place a new order instead.')
    case 'not_available':
      return problem(refusal.code, `Not enough ${refusal.name} in stock.`)
  }
}

export function dueDateProblem(refusal: NotStale<MoveDueDateRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'nothing_to_pay':
      return problem(refusal.code, 'Nothing is due for the order.')
    case 'date_in_past':
      return fieldProblem(refusal.code, 'due_on', 'The due date cannot be in the past.')
    case 'unchanged':
      return problem(refusal.code, 'The order is already due on that date.')
    case 'reason_required':
      return reasonRequired()
    case 'due_dates_switched_off':
      return problem(refusal.code, 'Orders have no due dates: the setting “Banking days to pay” is 0.')
  }
}

export function claimProblem(refusal: NotStale<SettleClaimRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'no_open_claim':
      return problem(refusal.code, 'The customer hasn’t reported a payment, or the report is already settled.')
    case 'reason_required':
      return reasonRequired()
  }
}

export function contactProblem(refusal: NotStale<CorrectContactRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'reason_required':
      return reasonRequired()
    case 'contact_erased':
      return problem(refusal.code, 'The customer of this order was erased.')
    case 'unchanged':
      return problem(refusal.code, 'These are already the contact details of the order.')
  }
}

export function fulfillmentProblem(refusal: NotStale<FulfillmentRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'order_canceled':
      return problem(refusal.code, 'The order is canceled, so it can’t be packed or handed over.')
    case 'nothing_open':
      return problem(refusal.code, 'Nothing left in this order for that step.')
    case 'line_not_found':
      return fieldProblem(refusal.code, 'lines', `The order has no line ${refusal.position + 1}.`)
    case 'more_than_open':
      return fieldProblem(refusal.code, 'lines', `Only ${refusal.open} of line ${refusal.position + 1} can be packed.`)
    case 'shipment_not_found':
      return fieldProblem(refusal.code, 'shipment_id', 'The order has no such shipment.')
    case 'shipment_required':
      return fieldProblem(refusal.code, 'shipment_id', `Please choose a shipment: ${refusal.shipmentIds.join(', ')}.`)
    case 'step_already_taken':
      return problem(refusal.code, `This shipment is already ${stateLabel(refusal.state)}.`)
    case 'step_too_early':
      return problem(refusal.code, `This shipment is ${stateLabel(refusal.state)}. Ship it first.`)
    case 'is_pickup':
      return problem(refusal.code, 'This is a pickup order.')
    case 'is_delivery':
      return problem(refusal.code, 'This is a delivery order.')
    case 'tracking_number_invalid':
      return fieldProblem(refusal.code, 'tracking_number', 'A tracking number can have up to 40 letters and digits.')
    case 'tracking_number_taken':
      return fieldProblem(
        refusal.code,
        'tracking_number',
        `Shipment ${refusal.shipmentId} already has that tracking number.`,
      )
    case 'reason_required':
      return reasonRequired()
    case 'not_cleared':
      return problem(refusal.code, `Paid, not cleared: the check clears on ${formatCalendarDay(refusal.clearsOn)}.`)
  }
}

export function noteProblem(refusal: NotStale<OrderNoteRefusal>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
  }
}
