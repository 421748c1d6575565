import { formMessages, ownFormMessages } from '#contract/form-messages.ts'
import { serverMessages } from '#contract/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { StepRefusal } from './book-step.ts'
import type { W9Refusal } from './record-w9.ts'
import type { MethodRefusal } from './save-payout-method.ts'
import type { SendRefusal } from './send-payout.ts'

const at = (status: number, field: string, sentence: string): ProblemError =>
  problem(status, sentence, { [field]: sentence })

export const payoutChanged = 'Somebody else has done something with this payout meanwhile. Please look at it again.'
export const formChanged = 'Somebody else has changed this meanwhile.'

type Refusal = Exclude<StepRefusal | SendRefusal, 'changed_meanwhile'>

export function stepProblem(refusal: Refusal): ProblemError {
  switch (refusal) {
    case 'unknown':
      return notFound()
    case 'no_reason':
      return at(422, 'reason', serverMessages.reasonMissing)
    case 'no_reference':
      return at(422, 'reference', 'Please say how it was paid: a receipt, a date, whom it was handed to.')
    case 'already_paid':
      return problem(409, 'This payout was sent already.')
    case 'already_held':
      return problem(409, 'This payout is held already.')
    case 'already_failed':
      return problem(409, 'That this payout failed is booked already.')
    case 'not_held':
      return problem(409, 'Nothing holds this payout.')
    case 'is_held':
      return problem(409, 'This payout is held. Please release it first.')
    case 'month_not_paid':
      return problem(409, 'Its month is not marked as paid yet: that sends what is due.')
    case 'no_method':
      return at(422, 'method', 'The member has not chosen how to be paid.')
    case 'method_is_new':
      return at(422, 'method', 'The member has just chosen another way to be paid: payouts wait for three days.')
    case 'other_method':
      return at(422, 'method', 'The member wants to be paid another way.')
  }
}

export function methodProblem(refusal: MethodRefusal): ProblemError {
  switch (refusal) {
    case 'phone_missing':
      return at(422, 'phone_number', formMessages.phoneRequired)
    case 'phone_invalid':
      return at(422, 'phone_number', ownFormMessages.phoneInvalid)
    case 'address_missing':
      return at(422, 'address_id', 'Please choose the address that checks are mailed to.')
  }
}

export function formProblem(refusal: Exclude<W9Refusal, { code: 'changed_meanwhile' }>): ProblemError {
  switch (refusal.code) {
    case 'unknown':
      return notFound()
    case 'in_the_future':
      return at(422, 'on', 'This day has not come yet.')
  }
}
