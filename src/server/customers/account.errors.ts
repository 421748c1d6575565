import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { WeakPassword } from '#server/identity/credentials/new-password.ts'
import type { CodeRefusal } from '#server/identity/credentials/second-factors.ts'

/** Refusals that several calls share, each with its one message. */

const fieldProblem = (status: number, field: string, message: string): ProblemError =>
  problem(status, message, { [field]: message })

/** Uses one message for links that never existed, have been used or have expired. */
export const linkExpiredProblem = (): ProblemError => fieldProblem(422, 'token', serverMessages.linkExpired)

/** For a page that is opened by a link that no longer works. */
export const linkGoneProblem = (): ProblemError => problem(410, serverMessages.linkExpired)

export const emailTakenProblem = (): ProblemError => fieldProblem(422, 'email', formMessages.emailTaken)

export const wrongPasswordProblem = (): ProblemError =>
  fieldProblem(401, 'current_password', formMessages.currentPasswordWrong)

export const unknownStateProblem = (field: string): ProblemError =>
  fieldProblem(422, field, serverMessages.stateUnknown)

const codeMessages: Record<CodeRefusal['code'], string> = {
  code_required: pageMessages.codeRequired,
  code_incorrect: serverMessages.codeIncorrect,
}

/** Shown only to users who entered the right password. */
export const codeProblem = (refusal: CodeRefusal): ProblemError => fieldProblem(401, 'code', codeMessages[refusal.code])

const weakPasswordMessages: Record<WeakPassword['code'], string> = {
  password_is_email: serverMessages.passwordIsEmail,
  password_too_common: serverMessages.passwordTooCommon,
  password_of_known_words: serverMessages.passwordTooGuessable,
}

export const weakPasswordProblem = (field: string, refusal: WeakPassword): ProblemError =>
  fieldProblem(422, field, weakPasswordMessages[refusal.code])
