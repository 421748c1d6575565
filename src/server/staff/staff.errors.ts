import { formMessages } from '#contract/form-messages.ts'
import { pageMessages } from '#contract/page-messages.ts'
import { serverMessages } from '#contract/server-messages.ts'
import type { Refusal } from '#domain/result.ts'
import type { WeakPassword } from '#server/credentials/new-password.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { AddStaffRefusal } from './add-staff.ts'
import type { ChangeStaffRefusal } from './change-staff.ts'
import type { DecisionRefusal } from './decide-approval.ts'
import type { ResetStaffRefusal } from './reset-staff.ts'
import type { StaffSignInRefusal } from './sign-in-staff.ts'

const at = (status: number, field: string, sentence: string): ProblemError =>
  problem(status, sentence, { [field]: sentence })

export function signInProblem(refusal: StaffSignInRefusal): ProblemError {
  switch (refusal.code) {
    case 'sign_in_failed':
      return problem(401, serverMessages.signInFailed)
    case 'code_needed':
      return at(401, 'code', pageMessages.codeNeeded)
    case 'code_wrong':
      return at(401, 'code', serverMessages.codeWrong)
    case 'second_factor_missing':
      return problem(403, serverMessages.staffSecondFactorNeeded)
  }
}

export function linkProblem(
  refusal:
    | Refusal<'link_expired' | 'reset_over' | 'confirmation_differs' | 'code_needed' | 'code_wrong'>
    | WeakPassword,
): ProblemError {
  switch (refusal.code) {
    case 'link_expired':
      return at(422, 'token', serverMessages.linkExpired)
    case 'reset_over':
      return at(422, 'token', 'There’s nothing left to stop. The reset was stopped or took effect.')
    case 'confirmation_differs':
      return at(422, 'confirmation', formMessages.confirmationDiffers)
    case 'code_needed':
      return at(422, 'code', pageMessages.codeNeeded)
    case 'code_wrong':
      return at(422, 'code', serverMessages.codeWrong)
    case 'password_is_email':
      return at(422, 'password', serverMessages.passwordIsEmail)
    case 'password_too_common':
      return at(422, 'password', serverMessages.passwordTooCommon)
    case 'password_of_known_words':
      return at(422, 'password', serverMessages.passwordOfKnownWords)
  }
}

export function staffProblem(refusal: AddStaffRefusal | ChangeStaffRefusal | ResetStaffRefusal): ProblemError {
  switch (refusal.code) {
    case 'unknown':
      return notFound()
    case 'changed_meanwhile':
      return problem(409, 'Someone else changed this account. Check it again.')
    case 'email_taken':
      return at(422, 'email', formMessages.emailTaken)
    case 'reason_needed':
      return at(422, 'reason', serverMessages.reasonMissing)
    case 'name_needed':
    case 'not_permitted':
      return problem(403, serverMessages.notPermitted)
    case 'last_owner':
      return problem(409, 'This is the last owner. Make someone else an owner first.')
    case 'second_factor_needed':
      return problem(409, 'Owners need two-step sign-in. They can set it up under “My profile”.')
    case 'not_active':
      return problem(409, 'This account isn’t active.')
    case 'waits_already':
      return problem(409, 'A reset is already pending.')
  }
}

const DECISIONS: Record<Exclude<DecisionRefusal['code'], 'unknown' | 'not_permitted'>, string> = {
  not_open: 'This has already been decided.',
  own_proposal: 'You can’t approve your own proposal.',
  own_approval: 'You already approved this. Someone else has to approve it, too.',
  changed: 'The data has changed since this was proposed, so the approval is void. Propose it again.',
  impossible: 'This is no longer possible. Nothing was changed.',
}
export function decisionProblem(refusal: DecisionRefusal): ProblemError {
  if (refusal.code === 'unknown') return notFound()
  return refusal.code === 'not_permitted'
    ? problem(403, serverMessages.notPermitted)
    : problem(409, DECISIONS[refusal.code])
}

export function ownAccountProblem(
  refusal: Refusal<'password_wrong' | 'code_needed' | 'code_wrong' | 'renewal_over'> | WeakPassword,
): ProblemError {
  switch (refusal.code) {
    case 'password_wrong':
      return at(422, 'current_password', 'Your password is incorrect.')
    case 'code_needed':
      return at(422, 'code', pageMessages.codeNeeded)
    case 'code_wrong':
      return at(422, 'code', serverMessages.codeWrong)
    case 'renewal_over':
      return at(422, 'renewal', 'This took too long. Please start again.')
    case 'password_is_email':
      return at(422, 'new_password', serverMessages.passwordIsEmail)
    case 'password_too_common':
      return at(422, 'new_password', serverMessages.passwordTooCommon)
    case 'password_of_known_words':
      return at(422, 'new_password', serverMessages.passwordOfKnownWords)
  }
}
