import { serverMessages } from '#contract/base/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { StaffCorrectionRefusal } from './correct-bonus.ts'
import { getCorrectionMessage } from './correction-message.ts'

export const CORRECTION_DIFFERS = 'The underlying data has changed. Nothing was proposed. Check the new preview.'

const FIELDS = {
  amount_required: 'amount',
  amount_too_large: 'amount',
  month_not_begun: 'corrected_month',
  not_enrolled: 'corrected_month',
  order_not_found: 'order_no',
  reason_required: 'reason',
} as const

export function correctionProblem(refusal: StaffCorrectionRefusal): ProblemError {
  switch (refusal.code) {
    case 'member_not_found':
      return notFound()
    case 'stale':
      return problem(409, CORRECTION_DIFFERS)
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
    default: {
      const message = getCorrectionMessage(refusal)
      return problem(422, message, { [FIELDS[refusal.code]]: message })
    }
  }
}
