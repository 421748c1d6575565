import { serverMessages } from '#contract/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { StaffCorrectionRefusal } from './correct-bonus.ts'
import { correctionSentence } from './correction-message.ts'

export const CORRECTION_DIFFERS = 'The underlying data has changed. Nothing was proposed. Check the new preview.'

const FIELDS = {
  no_amount: 'amount',
  too_much: 'amount',
  month_not_begun: 'corrected_month',
  not_enrolled: 'corrected_month',
  no_order: 'order_no',
  no_reason: 'reason',
} as const

export function correctionProblem(refusal: StaffCorrectionRefusal): ProblemError {
  switch (refusal.code) {
    case 'no_member':
      return notFound()
    case 'changed':
      return problem(409, CORRECTION_DIFFERS)
    case 'reason_needed':
      return problem(422, serverMessages.reasonMissing, { reason: serverMessages.reasonMissing })
    case 'name_needed':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
    default: {
      const sentence = correctionSentence(refusal)
      return problem(422, sentence, { [FIELDS[refusal.code]]: sentence })
    }
  }
}
