import { formMessages, shopFormMessages } from '#contract/base/form-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { fieldProblem, notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { W9Refusal } from './record-w9.ts'
import type { MethodRefusal } from './save-payout-method.ts'
import type { SendRefusal } from './send-payout.ts'
import { getStepMessage } from './step-message.ts'

/** The input field of a refusal; refusals without a field are conflicts with the current state of the payout. */
const FIELDS: Partial<Record<SendRefusal['code'], string>> = {
  reason_required: 'reason',
  reference_required: 'reference',
  no_method: 'method',
  method_is_new: 'method',
  last_failed: 'method',
  method_mismatch: 'method',
}

export function stepProblem(refusal: Exclude<SendRefusal, { code: 'stale' }>): ProblemError {
  if (refusal.code === 'not_found') return notFound()
  if (refusal.code === 'proposer_required' || refusal.code === 'not_permitted')
    return problem('not_permitted', serverMessages.notPermitted)
  const { code } = refusal
  const field = FIELDS[code]
  return field === undefined
    ? problem(code, getStepMessage(refusal))
    : fieldProblem(code, field, getStepMessage(refusal))
}

export function methodProblem({ code }: MethodRefusal): ProblemError {
  switch (code) {
    case 'phone_required':
      return fieldProblem('invalid', 'phone_number', formMessages.phoneRequired)
    case 'phone_invalid':
      return fieldProblem('invalid', 'phone_number', shopFormMessages.phoneInvalid)
    case 'address_required':
      return fieldProblem('invalid', 'address_id', 'Please choose the address to mail checks to.')
  }
}

export function formProblem({ code }: Exclude<W9Refusal, { code: 'stale' }>): ProblemError {
  switch (code) {
    case 'not_found':
      return notFound()
    case 'form_in_future':
      return fieldProblem(code, 'on', 'This date is in the future.')
  }
}
