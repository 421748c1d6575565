import { serverMessages } from '#contract/base/server-messages.ts'
import { formatCents } from '#domain/money/money.ts'
import type { StaffPayRefusal } from '#server/compensation/payouts/pay-month-by-staff.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { ProposeRefusal } from './propose-close.ts'

export const createMonthBusyError = (): ProblemError =>
  problem(409, 'This month is being processed. Please wait until it’s done.')

export function proposeProblem(refusal: ProposeRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_previewed':
      return problem(409, 'This isn’t the latest preview. Check the month again.')
    case 'stale':
      return problem(409, 'Orders or members of the month have changed. Preview it again.')
    case 'already_running':
    case 'being_closed':
      return createMonthBusyError()
    case 'month_not_over':
      return problem(409, 'The month is not over yet.')
    case 'still_settling':
      return problem(409, 'The month is still settling, so returns still count in it.')
    case 'month_already_closed':
      return problem(409, 'The month is already closed.')
    case 'earlier_month_open':
      return problem(409, 'An earlier month is still open. Close months in order.')
    case 'before_first_month':
      return notFound()
    case 'reason_required':
      return problem(422, serverMessages.reasonRequired, { reason: serverMessages.reasonRequired })
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
  }
}

export function payProblem(refusal: StaffPayRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_closed':
      return problem(409, 'Only closed months can be paid.')
    case 'already_paid':
      return problem(409, 'The month is already marked as paid.')
    case 'earlier_month_unpaid':
      return problem(409, `${refusal.month} is not paid yet. Pay months in order.`)
    case 'total_mismatch': {
      const message = `The payouts that can be sent total ${formatCents(refusal.totalCents)}, not the total of your list.`
      return problem(409, message, { total: message })
    }
    case 'reason_required':
      return problem(422, serverMessages.reasonRequired, { reason: serverMessages.reasonRequired })
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
  }
}
