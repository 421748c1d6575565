import { serverMessages } from '#contract/server-messages.ts'
import type { SendRefusal } from './send-payout.ts'

/** Explains why a step of a payout was not booked; pages and commands show it. */
export function stepSentence(refusal: Exclude<SendRefusal, 'unknown' | 'name_needed' | 'not_permitted'>): string {
  switch (refusal) {
    case 'changed_meanwhile':
      return 'Somebody else has changed this payout. Please look at it again.'
    case 'no_reason':
    case 'reason_needed':
      return serverMessages.reasonMissing
    case 'no_reference':
      return 'Please say how it was paid: a receipt, a date, whom it was handed to.'
    case 'already_paid':
      return 'This payout has already been sent.'
    case 'already_held':
      return 'This payout is already on hold.'
    case 'already_failed':
      return 'This payout is already marked as failed.'
    case 'not_held':
      return 'This payout is not on hold.'
    case 'is_held':
      return 'This payout is on hold. Please release it first.'
    case 'month_not_paid':
      return 'The month is not marked as paid yet. Payouts are sent when it is.'
    case 'no_method':
      return 'The member has not chosen how to be paid.'
    case 'method_is_new':
      return 'The member has just changed how they are paid. Payouts wait three days.'
    case 'last_failed':
      return 'The member’s last payout failed at this destination. Please ask for another, or retry the failed payout.'
    case 'other_method':
      return 'The member chose a different payment method.'
  }
}
