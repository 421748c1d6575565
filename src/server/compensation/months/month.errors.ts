import { serverMessages } from '#contract/base/server-messages.ts'
import { formatCents } from '#domain/money/money.ts'
import type { StaffPayRefusal } from '#server/compensation/payouts/pay-month-by-staff.ts'
import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { ProposeRefusal } from './propose-close.ts'

export const monthBusyProblem = (): ProblemError =>
  problem('month_busy', 'This month is being processed. Please wait until it’s done.')

export function proposeProblem({ code }: Exclude<ProposeRefusal, { code: 'stale' }>): ProblemError {
  switch (code) {
    case 'not_previewed':
      return problem(code, 'This isn’t the latest preview. Check the month again.')
    case 'preview_outdated':
      return problem(code, 'Orders or members of the month have changed. Preview it again.')
    case 'already_running':
    case 'being_closed':
      return monthBusyProblem()
    case 'month_not_over':
      return problem(code, 'The month is not over yet.')
    case 'still_settling':
      return problem(code, 'The month is still settling, so returns still count in it.')
    case 'month_already_closed':
      return problem(code, 'The month is already closed.')
    case 'earlier_month_open':
      return problem(code, 'An earlier month is still open. Close months in order.')
    case 'before_first_month':
      return notFound()
    case 'reason_required':
      return reasonRequired()
    case 'proposer_required':
    case 'not_permitted':
      return problem('not_permitted', serverMessages.notPermitted)
  }
}

export function payProblem(refusal: StaffPayRefusal): ProblemError {
  const { code } = refusal
  switch (code) {
    case 'month_not_closed':
      return problem(code, 'Only closed months can be paid.')
    case 'month_already_paid':
      return problem(code, 'The month is already marked as paid.')
    case 'earlier_month_unpaid':
      return problem(code, `${refusal.month} is not paid yet. Pay months in order.`)
    case 'total_mismatch':
      return fieldProblem(
        code,
        'total',
        `The payouts that can be sent total ${formatCents(refusal.totalCents)}, not the total of your list.`,
      )
    case 'reason_required':
      return reasonRequired()
    case 'proposer_required':
    case 'not_permitted':
      return problem('not_permitted', serverMessages.notPermitted)
  }
}
