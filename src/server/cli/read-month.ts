import { type Month, parseMonth } from '#domain/calendar/month.ts'
import { UserError } from './command.ts'

export function readMonthName(given: string): Month {
  const month = parseMonth(given)
  if (!month) throw new UserError(`${given} is not a valid month; write it as 2026-03.`)
  return month
}
