import { serverMessages } from '#contract/base/server-messages.ts'
import type { Refusal } from '#domain/result.ts'
import type { SendRefusal } from './send-payout.ts'

/** Explains why a step of a payout was not booked; pages and commands show it. */
export function getStepMessage(
  refusal: Exclude<SendRefusal, Refusal<'not_found' | 'proposer_required' | 'not_permitted'>>,
): string {
  switch (refusal.code) {
    case 'stale':
      return 'Someone else changed this payout.'
    case 'reason_required':
      return serverMessages.reasonRequired
    case 'reference_required':
      return 'Enter how it was paid, such as a receipt, a date or who received it.'
    case 'already_sent':
      return 'This payout has already been sent.'
    case 'already_held':
      return 'This payout is already on hold.'
    case 'already_failed':
      return 'This payout is already marked as failed.'
    case 'not_held':
      return 'This payout is not on hold.'
    case 'is_held':
      return 'This payout is on hold. Release it first.'
    case 'month_not_paid':
      return 'The month isn’t marked as paid yet. Send payouts after that.'
    case 'no_method':
      return 'The member hasn’t chosen a payment method.'
    case 'method_is_new':
      return 'The member just changed their payment method. Payouts are on hold for three days.'
    case 'last_failed':
      return 'The last payout to this destination failed. Ask the member for another one, or retry the failed payout.'
    case 'method_mismatch':
      return 'The member chose a different payment method.'
  }
}
