import { shopMessages } from '#contract/base/messages.ts'
import type { Month } from '#domain/calendar/month.ts'
import { fieldProblem } from '#server/http/errors.ts'
import { parseRequestedMonth } from './requested-month.ts'

/** Returns the requested month; refuses one that has not begun with a message. */
export function requireMonth(text: string | undefined): Month {
  const month = parseRequestedMonth(text, Date.now())
  if (!month) throw fieldProblem('invalid', 'month', shopMessages.malformed)
  return month
}
