import type { NewsletterFault } from '#domain/newsletter/newsletter-text.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'

export const changedSentence = 'Somebody else has changed this newsletter meanwhile.'
export const begunSentence = 'This newsletter is being sent, or was, and is not changed any more.'
export const notSendingSentence = 'This newsletter is not being sent any more.'
export const notStoppedSentence = 'This newsletter is not stopped any more.'

export const nobodyWants = (): ProblemError => problem(422, 'Nobody has confirmed that they want the newsletter.')

/** The first fault of each field, beside it. */
export function newsletterProblem(faults: readonly NewsletterFault[]): ProblemError {
  const errors: Record<string, string> = {}
  for (const fault of faults) errors[fault.field] ??= sentenceOf(fault)
  return problem(422, Object.values(errors)[0] ?? 'This text does not fit.', errors)
}

function sentenceOf(fault: NewsletterFault): string {
  if (fault.code === 'empty') return fault.field === 'subject' ? 'Please write a subject.' : 'Please write a text.'
  return `A link leads nowhere: “${fault.url.slice(0, 60)}”. It begins with https:// or, to a page of the shop, with a slash.`
}
