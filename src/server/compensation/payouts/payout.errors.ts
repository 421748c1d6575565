import { formMessages, shopFormMessages } from '#contract/base/form-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { W9Refusal } from './record-w9.ts'
import type { MethodRefusal } from './save-payout-method.ts'
import type { SendRefusal } from './send-payout.ts'
import { getStepMessage } from './step-message.ts'

const fieldError = (status: number, field: string, message: string): ProblemError =>
  problem(status, message, { [field]: message })

export const FORM_CHANGED = 'Someone else changed this.'

/** The input field of a refusal; refusals without a field are conflicts with the current state of the payout. */
const FIELDS: Partial<Record<SendRefusal['code'], string>> = {
  reason_required: 'reason',
  reference_required: 'reference',
  no_method: 'method',
  method_is_new: 'method',
  last_failed: 'method',
  method_mismatch: 'method',
}

export function stepProblem(refusal: SendRefusal): ProblemError {
  if (refusal.code === 'not_found') return notFound()
  if (refusal.code === 'proposer_required' || refusal.code === 'not_permitted')
    return problem(403, serverMessages.notPermitted)
  const field = FIELDS[refusal.code]
  return field === undefined ? problem(409, getStepMessage(refusal)) : fieldError(422, field, getStepMessage(refusal))
}

export function methodProblem(refusal: MethodRefusal): ProblemError {
  switch (refusal.code) {
    case 'phone_required':
      return fieldError(422, 'phone_number', formMessages.phoneRequired)
    case 'phone_invalid':
      return fieldError(422, 'phone_number', shopFormMessages.phoneInvalid)
    case 'address_required':
      return fieldError(422, 'address_id', 'Please choose the address to mail checks to.')
  }
}

export function formProblem(refusal: Exclude<W9Refusal, { code: 'stale' }>): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'date_in_future':
      return fieldError(422, 'on', 'This date is in the future.')
  }
}
