import { formMessages } from '#contract/base/form-messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { WeakPassword } from '#server/identity/credentials/new-password.ts'
import type { CodeRefusal } from '#server/identity/credentials/second-factors.ts'

/** Refusals that several calls share, each with its one message. */

const at = (status: number, field: string, sentence: string): ProblemError =>
  problem(status, sentence, { [field]: sentence })

/** Uses one message for links that never existed, have been used or have expired. */
export const linkExpired = (): ProblemError => at(422, 'token', serverMessages.linkExpired)

/** For a page that a dead link opens, before anything is typed. */
export const linkGone = (): ProblemError => problem(410, serverMessages.linkExpired)

export const emailTaken = (): ProblemError => at(422, 'email', formMessages.emailTaken)

export const wrongPassword = (): ProblemError => at(401, 'current_password', formMessages.currentPasswordWrong)

export const stateUnknown = (field: string): ProblemError => at(422, field, serverMessages.stateUnknown)

const codeSentences: Record<CodeRefusal['code'], string> = {
  code_required: pageMessages.codeRequired,
  code_incorrect: serverMessages.codeIncorrect,
}

/** Shown only to users who entered the right password. */
export const codeMissing = (refusal: CodeRefusal): ProblemError => at(401, 'code', codeSentences[refusal.code])

const weakSentences: Record<WeakPassword['code'], string> = {
  password_is_email: serverMessages.passwordIsEmail,
  password_too_common: serverMessages.passwordTooCommon,
  password_of_known_words: serverMessages.passwordTooGuessable,
}

export const weakPassword = (field: string, refusal: WeakPassword): ProblemError =>
  at(422, field, weakSentences[refusal.code])
