import type { NewsletterError } from '#domain/mail/newsletter-text.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'

/** Messages sent with the current newsletter. */
export const conflictMessages = {
  stale: 'Someone else changed this newsletter.',
  newsletter_started: 'This newsletter is being sent or has been sent and can no longer be changed.',
  newsletter_not_sending: 'This newsletter is no longer being sent.',
  newsletter_not_stopped: 'This newsletter is no longer stopped.',
} as const

export const noSubscribersProblem = (): ProblemError =>
  problem('no_subscribers', 'No one has confirmed a subscription yet.')

/** Reports the first error of each field. */
export function newsletterProblem(faults: readonly NewsletterError[]): ProblemError {
  const errors: Record<string, string> = {}
  for (const fault of faults) errors[fault.field] ??= errorMessage(fault)
  return problem('invalid', Object.values(errors)[0] ?? 'This text can’t be saved.', { errors })
}

function errorMessage(fault: NewsletterError): string {
  if (fault.code === 'empty') return fault.field === 'subject' ? 'Enter a subject.' : 'Enter text.'
  return `This link does not work: “${fault.url.slice(0, 60)}”. Start links with https:// or, for pages of the store, with a slash.`
}
