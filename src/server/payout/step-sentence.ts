import { serverMessages } from '#contract/server-messages.ts'
import type { SendRefusal } from './send-payout.ts'

/** Why a step of a payout was not booked, as pages and commands say it. */
export function stepSentence(refusal: Exclude<SendRefusal, 'unknown'>): string {
  switch (refusal) {
    case 'changed_meanwhile':
      return 'Somebody else has done something with this payout meanwhile. Please look at it again.'
    case 'no_reason':
      return serverMessages.reasonMissing
    case 'no_reference':
      return 'Please say how it was paid: a receipt, a date, whom it was handed to.'
    case 'already_paid':
      return 'This payout was sent already.'
    case 'already_held':
      return 'This payout is held already.'
    case 'already_failed':
      return 'That this payout failed is booked already.'
    case 'not_held':
      return 'Nothing holds this payout.'
    case 'is_held':
      return 'This payout is held. Please release it first.'
    case 'month_not_paid':
      return 'Its month is not marked as paid yet: that sends what is due.'
    case 'no_method':
      return 'The member has not chosen how to be paid.'
    case 'method_is_new':
      return 'The member has just chosen another way to be paid: payouts wait for three days.'
    case 'other_method':
      return 'The member wants to be paid another way.'
  }
}
