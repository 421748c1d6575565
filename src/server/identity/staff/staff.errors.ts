import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import type { Refusal } from '#domain/result.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { WeakPassword } from '#server/identity/credentials/new-password.ts'
import type { AddStaffRefusal } from './add-staff.ts'
import type { ChangeStaffRefusal } from './change-staff.ts'
import type { DecisionRefusal } from './decide-approval.ts'
import type { ResetStaffRefusal } from './reset-staff.ts'
import type { StaffSignInRefusal } from './sign-in-staff.ts'

const fieldProblem = (status: number, field: string, message: string): ProblemError =>
  problem(status, message, { [field]: message })

export function signInProblem(refusal: StaffSignInRefusal): ProblemError {
  switch (refusal.code) {
    case 'sign_in_failed':
      return problem(401, serverMessages.signInFailed)
    case 'code_required':
      return fieldProblem(401, 'code', pageMessages.codeRequired)
    case 'code_incorrect':
      return fieldProblem(401, 'code', serverMessages.codeIncorrect)
    case 'second_factor_required':
      return problem(403, serverMessages.staffSecondFactorRequired)
  }
}

export function linkProblem(
  refusal:
    | Refusal<'link_expired' | 'reset_ended' | 'confirmation_differs' | 'code_required' | 'code_incorrect'>
    | WeakPassword,
): ProblemError {
  switch (refusal.code) {
    case 'link_expired':
      return fieldProblem(422, 'token', serverMessages.linkExpired)
    case 'reset_ended':
      return fieldProblem(422, 'token', 'There’s nothing left to stop. The reset was stopped or took effect.')
    case 'confirmation_differs':
      return fieldProblem(422, 'confirmation', formMessages.confirmationMismatch)
    case 'code_required':
      return fieldProblem(422, 'code', pageMessages.codeRequired)
    case 'code_incorrect':
      return fieldProblem(422, 'code', serverMessages.codeIncorrect)
    case 'password_is_email':
      return fieldProblem(422, 'password', serverMessages.passwordIsEmail)
    case 'password_too_common':
      return fieldProblem(422, 'password', serverMessages.passwordTooCommon)
    case 'password_of_known_words':
      return fieldProblem(422, 'password', serverMessages.passwordTooGuessable)
  }
}

export function staffProblem(refusal: AddStaffRefusal | ChangeStaffRefusal | ResetStaffRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'stale':
      return problem(409, 'Someone else changed this account. Check it again.')
    case 'email_taken':
      return fieldProblem(422, 'email', formMessages.emailTaken)
    case 'reason_required':
      return fieldProblem(422, 'reason', serverMessages.reasonRequired)
    case 'proposer_required':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
    case 'last_owner':
      return problem(409, 'This is the last owner. Make someone else an owner first.')
    case 'second_factor_required':
      return problem(409, 'Owners need two-step sign-in. They can set it up under “My profile”.')
    case 'not_active':
      return problem(409, 'This account isn’t active.')
    case 'already_pending':
      return problem(409, 'A reset is already pending.')
  }
}

const DECISION_MESSAGES: Record<Exclude<DecisionRefusal['code'], 'not_found' | 'not_permitted'>, string> = {
  not_open: 'This has already been decided.',
  own_proposal: 'You can’t approve your own proposal.',
  own_approval: 'You already approved this. Someone else has to approve it, too.',
  stale: 'The data has changed since this was proposed, so the approval is void. Propose it again.',
  not_possible: 'This is no longer possible. Nothing was changed.',
}
export function decisionProblem(refusal: DecisionRefusal): ProblemError {
  if (refusal.code === 'not_found') return notFound()
  return refusal.code === 'not_permitted'
    ? problem(403, serverMessages.notPermitted)
    : problem(409, DECISION_MESSAGES[refusal.code])
}

export function ownAccountProblem(
  refusal: Refusal<'password_incorrect' | 'code_required' | 'code_incorrect' | 'renewal_expired'> | WeakPassword,
): ProblemError {
  switch (refusal.code) {
    case 'password_incorrect':
      return fieldProblem(422, 'current_password', 'Your password is incorrect.')
    case 'code_required':
      return fieldProblem(422, 'code', pageMessages.codeRequired)
    case 'code_incorrect':
      return fieldProblem(422, 'code', serverMessages.codeIncorrect)
    case 'renewal_expired':
      return fieldProblem(422, 'renewal', 'This took too long. Please start again.')
    case 'password_is_email':
      return fieldProblem(422, 'new_password', serverMessages.passwordIsEmail)
    case 'password_too_common':
      return fieldProblem(422, 'new_password', serverMessages.passwordTooCommon)
    case 'password_of_known_words':
      return fieldProblem(422, 'new_password', serverMessages.passwordTooGuessable)
  }
}
