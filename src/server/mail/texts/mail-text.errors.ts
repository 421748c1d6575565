import type { MailTextError } from '#domain/mail/mail-template.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import { mailTextErrorMessage } from './mail-text-error-message.ts'

/** Reports the first error of each field. */
export function mailTextProblem(faults: readonly MailTextError[]): ProblemError {
  const errors: Record<string, string> = {}
  for (const fault of faults) errors[fault.field] ??= mailTextErrorMessage(fault)
  return problem('invalid', Object.values(errors)[0] ?? 'This text can’t be saved.', { errors })
}
