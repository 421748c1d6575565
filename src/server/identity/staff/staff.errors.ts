import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import type { Refusal } from '#domain/result.ts'
import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import type { WeakPassword } from '#server/identity/credentials/new-password.ts'
import type { AddStaffRefusal } from './add-staff.ts'
import type { ChangeStaffRefusal } from './change-staff.ts'
import type { DecisionRefusal } from './decide-approval.ts'
import type { ResetStaffRefusal } from './reset-staff.ts'
import type { StaffSignInRefusal } from './sign-in-staff.ts'

export function signInProblem(refusal: StaffSignInRefusal): ProblemError {
  switch (refusal.code) {
    case 'sign_in_failed':
      return problem(refusal.code, serverMessages.signInFailed)
    case 'code_required':
      return fieldProblem('second_factor_code_required', 'code', pageMessages.codeRequired)
    case 'code_incorrect':
      return fieldProblem('second_factor_code_incorrect', 'code', serverMessages.codeIncorrect)
    case 'second_factor_required':
      return problem(refusal.code, serverMessages.staffSecondFactorRequired)
  }
}

export function linkProblem(
  refusal:
    | Refusal<
        | 'link_expired'
        | 'setup_link_expired'
        | 'reset_ended'
        | 'confirmation_differs'
        | 'code_required'
        | 'code_incorrect'
      >
    | WeakPassword,
): ProblemError {
  switch (refusal.code) {
    case 'link_expired':
      return fieldProblem(refusal.code, 'token', serverMessages.linkExpired)
    case 'setup_link_expired':
      return fieldProblem(
        refusal.code,
        'token',
        'This link has expired or was already used. Restart the server: it prints a new one until the store has an owner.',
      )
    case 'reset_ended':
      return fieldProblem(refusal.code, 'token', 'There’s nothing left to stop. The reset was stopped or took effect.')
    case 'confirmation_differs':
      return fieldProblem(refusal.code, 'confirmation', formMessages.confirmationMismatch)
    case 'code_required':
      return fieldProblem(refusal.code, 'code', pageMessages.codeRequired)
    case 'code_incorrect':
      return fieldProblem(refusal.code, 'code', serverMessages.codeIncorrect)
    case 'password_is_email':
      return fieldProblem(refusal.code, 'password', serverMessages.passwordIsEmail)
    case 'password_too_common':
      return fieldProblem(refusal.code, 'password', serverMessages.passwordTooCommon)
    case 'password_of_known_words':
      return fieldProblem(refusal.code, 'password', serverMessages.passwordTooGuessable)
  }
}

export const staffChanged = 'Someone else changed this account. Check it again.'

export function staffProblem(
  refusal: Exclude<AddStaffRefusal | ChangeStaffRefusal | ResetStaffRefusal, Refusal<'stale'>>,
): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'email_taken':
      return fieldProblem(refusal.code, 'email', formMessages.emailTaken)
    case 'reason_required':
      return reasonRequired()
    case 'proposer_required':
    case 'not_permitted':
      return problem('not_permitted', serverMessages.notPermitted)
    case 'last_owner':
      return problem(refusal.code, 'This is the last owner. Make someone else an owner first.')
    case 'owner_without_second_factor':
      return problem(refusal.code, 'Owners need two-step sign-in. They can set it up under “My profile”.')
    case 'staff_not_active':
      return problem(refusal.code, 'This account isn’t active.')
    case 'reset_pending':
      return problem(refusal.code, 'A reset is already pending.')
  }
}

const DECISION_MESSAGES: Record<Exclude<DecisionRefusal['code'], 'not_found' | 'not_permitted'>, string> = {
  approval_decided: 'This has already been decided.',
  own_proposal: 'You can’t approve your own proposal.',
  own_approval: 'You already approved this. Someone else has to approve it, too.',
  approval_outdated: 'The data has changed since this was proposed, so the approval is void. Propose it again.',
  approval_not_possible: 'This is no longer possible. Nothing was changed.',
}
export function decisionProblem(refusal: DecisionRefusal): ProblemError {
  if (refusal.code === 'not_found') return notFound()
  return refusal.code === 'not_permitted'
    ? problem(refusal.code, serverMessages.notPermitted)
    : problem(refusal.code, DECISION_MESSAGES[refusal.code])
}

export function ownAccountProblem(
  refusal: Refusal<'staff_password_incorrect' | 'code_required' | 'code_incorrect' | 'renewal_expired'> | WeakPassword,
): ProblemError {
  switch (refusal.code) {
    case 'staff_password_incorrect':
      return fieldProblem(refusal.code, 'current_password', 'Your password is incorrect.')
    case 'code_required':
      return fieldProblem(refusal.code, 'code', pageMessages.codeRequired)
    case 'code_incorrect':
      return fieldProblem(refusal.code, 'code', serverMessages.codeIncorrect)
    case 'renewal_expired':
      return fieldProblem(refusal.code, 'renewal', 'This took too long. Please start again.')
    case 'password_is_email':
      return fieldProblem(refusal.code, 'new_password', serverMessages.passwordIsEmail)
    case 'password_too_common':
      return fieldProblem(refusal.code, 'new_password', serverMessages.passwordTooCommon)
    case 'password_of_known_words':
      return fieldProblem(refusal.code, 'new_password', serverMessages.passwordTooGuessable)
  }
}
