import { serverMessages } from '#contract/server-messages.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import type { FulfillmentRefusal } from '#server/fulfillment/fulfillment-refusal.ts'
import { notFound, ProblemError, problem } from '#server/http/errors.ts'
import type { CorrectContactRefusal } from '#server/order/correct-contact.ts'
import type { ReinstateOrderRefusal } from '#server/order/reinstate-order.ts'
import type { AdjustPriceRefusal } from '#server/payment/adjust-price.ts'
import type { BookPaymentRefusal } from '#server/payment/book-payment.ts'
import type { ClearCheckRefusal } from '#server/payment/clear-check.ts'
import type { CorrectPaymentRefusal } from '#server/payment/correct-payment.ts'
import type { RefundRefusal } from '#server/payment/refund-payment.ts'
import type { MoveDueDateRefusal } from '#server/unpaid/move-due-date.ts'
import type { SettleClaimRefusal } from '#server/unpaid/settle-claim.ts'
import type { OrderNoteRefusal } from './add-order-note.ts'
import type { CancelOrderRefusal, SeenOrder } from './cancel-order.ts'
import { presentBalance } from './present-balance.ts'

const at = (field: string, sentence: string): ProblemError => problem(422, sentence, { [field]: sentence })
const conflict = (sentence: string): ProblemError => problem(409, sentence)
const reasonMissing = (): ProblemError => at('reason', serverMessages.reasonMissing)
const words = (state: string): string => state.replaceAll('_', ' ')

/** Another clerk was there before, or the same request. */
const balanceChanged = (balance: Cents): ProblemError =>
  new ProblemError(409, `The order was changed meanwhile. ${balanceSentence(balance)}`, undefined, {
    balance: presentBalance(balance),
  })

const stepsChanged = (stepsTaken: number): ProblemError =>
  new ProblemError(409, 'The order was changed meanwhile. Please look at it again.', undefined, {
    steps_taken: stepsTaken,
  })

const presentSeen = ({ status, balanceCents, stepsTaken }: SeenOrder) => ({
  status,
  balance: presentBalance(balanceCents),
  steps_taken: stepsTaken,
})

function balanceSentence(balance: Cents): string {
  if (balance === 0) return 'Nothing of it is open now.'
  if (balance > 0) return `${formatCents(balance)} of it is still to be paid now.`
  return `It is overpaid by ${formatCents((0 - balance) as Cents)} now.`
}

export function bookingProblem(refusal: BookPaymentRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'amount_not_positive':
      return at('amount', 'A payment is more than $0.00.')
    case 'value_date_in_future':
      return at('value_date', `Money is booked when it is there; today is ${refusal.today}.`)
    case 'value_date_too_early':
      return at('value_date', `Money of this order is booked from ${refusal.earliest} on, a year before it was placed.`)
    case 'balance_changed':
      return balanceChanged(refusal.balanceCents)
  }
}

export function correctionProblem(refusal: CorrectPaymentRefusal | ClearCheckRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_payment':
      return notFound()
    case 'reason_missing':
      return reasonMissing()
    case 'already_corrected':
      return conflict('This payment is undone already.')
    case 'is_refund':
      return problem(403, 'A refund is taken back by somebody who may refund.')
    case 'is_correction':
      return conflict('This entry is a correction. Please book the payment anew instead.')
    case 'not_a_received_check':
      return conflict('This is not a received check, or it was undone.')
    case 'already_cleared':
      return conflict(`This check cleared on ${refusal.clearedOn}.`)
  }
}

export function refundProblem(refusal: RefundRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'reason_missing':
    case 'reason_needed':
      return reasonMissing()
    case 'amount_not_positive':
      return at('amount', 'A refund is more than $0.00.')
    case 'unknown_credit_note':
      return at('credit_note_id', 'The order has no such credit note.')
    case 'more_than_refundable':
      return at('amount', `At most ${formatCents(refusal.refundableCents)} can be refunded like that.`)
    case 'balance_changed':
      return balanceChanged(refusal.balanceCents)
    case 'name_needed':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
  }
}

export function adjustmentProblem(refusal: AdjustPriceRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'reason_missing':
      return reasonMissing()
    case 'amount_not_positive':
      return at('amount', 'A credit is more than $0.00.')
    case 'canceled':
      return conflict('The order is canceled: all of it is credited already.')
    case 'balance_changed':
      return balanceChanged(refusal.balanceCents)
    case 'too_much':
      return at(
        'amount',
        `At most ${formatCents(refusal.mostCents)} can be credited: what is left of the goods, and not all that is to be paid.`,
      )
    case 'takes_two':
      return at(
        'amount',
        refusal.mostCents === 0
          ? 'One person has credited as much of this order as is allowed without goods coming back.'
          : `One person credits at most ${formatCents(refusal.mostCents)} more of this order without goods coming back.`,
      )
  }
}

export function changeProblem(refusal: CancelOrderRefusal | ReinstateOrderRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'not_permitted':
      return problem(403, 'An order that was completed or handed over is canceled by somebody who may book returns.')
    case 'changed':
      return new ProblemError(409, 'The order was changed meanwhile. Please look at it again.', undefined, {
        present: presentSeen(refusal.present),
      })
    case 'steps_changed':
      return stepsChanged(refusal.stepsTaken)
    case 'already_paid':
      return conflict('The order is paid already.')
    case 'all_credited':
      return conflict('All of the order is credited; nothing of it is left to complete.')
    case 'not_paid':
      return conflict('The order is not paid in full. It is completed when its payment is there.')
    case 'not_cleared':
      return conflict('A check for the order may still bounce. Please wait until it has cleared, or say that it has.')
    case 'not_possible':
      return conflict(`The order is ${refusal.from}; it cannot be changed like that.`)
    case 'has_counted':
      return conflict('The order was completed once; a new one has to be placed.')
    case 'is_credited':
      return conflict('The order has a credit note; a new one has to be placed.')
    case 'not_available':
      return conflict(`There is too little of ${refusal.name}.`)
  }
}

export function dueDateProblem(refusal: MoveDueDateRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'moved_meanwhile':
      return new ProblemError(409, 'Somebody has moved the due date meanwhile. Please look at it again.', undefined, {
        due_on: refusal.dueOn,
      })
    case 'nothing_to_pay':
      return conflict('Nothing is to be paid for the order.')
    case 'in_the_past':
      return at('due_on', 'An order cannot fall due on a day that is over.')
    case 'same_day':
      return conflict('The order is due on that day already.')
    case 'no_reason':
      return reasonMissing()
    case 'switched_off':
      return conflict('Orders do not fall due: the setting payment_days is 0.')
  }
}

export function claimProblem(refusal: SettleClaimRefusal): ProblemError {
  switch (refusal) {
    case 'unknown_order':
      return notFound()
    case 'no_open_claim':
      return conflict('The customer does not say that the order is paid, or that is settled.')
    case 'other_claim':
      return conflict('The customer has said anew that the order is paid. Please look at it again.')
    case 'no_reason':
      return reasonMissing()
  }
}

export function contactProblem(refusal: CorrectContactRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'no_reason':
      return reasonMissing()
    case 'erased':
      return conflict('The person of this order was erased.')
    case 'same_contact':
      return conflict('This is the contact of the order already.')
    case 'changed': {
      const { email, ...contact } = refusal.present
      return new ProblemError(
        409,
        'Somebody has corrected the contact meanwhile. Please look at it again.',
        undefined,
        {
          contact: { ...contact, user_email: email },
        },
      )
    }
  }
}

export function fulfillmentProblem(refusal: FulfillmentRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'canceled':
      return conflict('The order is canceled; nothing of it is packed or handed over.')
    case 'steps_changed':
      return stepsChanged(refusal.stepsTaken)
    case 'nothing_open':
      return conflict('Nothing of the order waits for that.')
    case 'unknown_line':
      return at('lines', `The order has no line ${refusal.position + 1}.`)
    case 'more_than_open':
      return at('lines', `Only ${refusal.open} of line ${refusal.position + 1} can be packed.`)
    case 'unknown_shipment':
      return at('shipment_id', 'The order has no such shipment.')
    case 'which_shipment':
      return at('shipment_id', `Please say which shipment: ${refusal.shipmentIds.join(', ')}.`)
    case 'already_taken':
      return conflict(`This shipment is ${words(refusal.state)} already.`)
    case 'too_early':
      return conflict(`This shipment is ${words(refusal.state)}; it has to be shipped first.`)
    case 'not_a_delivery':
      return conflict('The order is picked up at the counter.')
    case 'not_a_pickup':
      return conflict('The order is delivered.')
    case 'bad_tracking_number':
      return at('tracking_number', 'A tracking number has up to 40 letters and digits.')
    case 'known_tracking_number':
      return at('tracking_number', `Shipment ${refusal.shipmentId} has that tracking number already.`)
    case 'no_reason':
      return reasonMissing()
  }
}

export function noteProblem(refusal: OrderNoteRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown_order':
      return notFound()
    case 'notes_changed':
      return new ProblemError(409, 'Somebody wrote a note meanwhile. Please read it first.', undefined, {
        notes: refusal.notes,
      })
  }
}
