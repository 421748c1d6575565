import { serverMessages } from '#contract/base/server-messages.ts'
import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { StaffCorrectionRefusal } from './correct-bonus.ts'
import { getCorrectionMessage } from './correction-message.ts'

const FIELDS = {
  correction_empty: 'amount',
  correction_too_large: 'amount',
  month_not_begun: 'corrected_month',
  not_enrolled: 'corrected_month',
  counted_order_not_found: 'order_no',
  reason_required: 'reason',
} as const

export function correctionProblem(refusal: Exclude<StaffCorrectionRefusal, { code: 'stale' }>): ProblemError {
  const { code } = refusal
  switch (code) {
    case 'not_found':
      return notFound()
    case 'proposer_required':
    case 'not_permitted':
      return problem('not_permitted', serverMessages.notPermitted)
    default:
      return fieldProblem(code, FIELDS[code], getCorrectionMessage({ code }))
  }
}
