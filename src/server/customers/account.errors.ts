import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { fieldProblem, type ProblemError, problem } from '#server/http/errors.ts'
import type { WeakPassword } from '#server/identity/credentials/new-password.ts'
import type { CodeRefusal } from '#server/identity/credentials/second-factors.ts'

/** Refusals that several calls share, each with its one message. */

/** Uses one message for links that never existed, have been used or have expired. */
export const linkExpiredProblem = (): ProblemError => fieldProblem('link_expired', 'token', serverMessages.linkExpired)

/** For a page that is opened by a link that no longer works. */
export const linkGoneProblem = (): ProblemError => problem('link_gone', serverMessages.linkExpired)

export const emailTakenProblem = (): ProblemError => fieldProblem('email_taken', 'email', formMessages.emailTaken)

export const wrongPasswordProblem = (): ProblemError =>
  fieldProblem('password_incorrect', 'current_password', formMessages.currentPasswordWrong)

export const unknownStateProblem = (field: string): ProblemError =>
  fieldProblem('state_not_found', field, serverMessages.stateUnknown)

/** Shown only to users who entered the right password. */
export const codeProblem = (refusal: CodeRefusal): ProblemError =>
  refusal.code === 'code_required'
    ? fieldProblem('second_factor_code_required', 'code', pageMessages.codeRequired)
    : fieldProblem('second_factor_code_incorrect', 'code', serverMessages.codeIncorrect)

const weakPasswordMessages: Record<WeakPassword['code'], string> = {
  password_is_email: serverMessages.passwordIsEmail,
  password_too_common: serverMessages.passwordTooCommon,
  password_of_known_words: serverMessages.passwordTooGuessable,
}

export const weakPasswordProblem = (field: string, refusal: WeakPassword): ProblemError =>
  fieldProblem(refusal.code, field, weakPasswordMessages[refusal.code])
