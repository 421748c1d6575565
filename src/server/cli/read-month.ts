import { type Month, parseMonth } from '#domain/calendar/month.ts'
import { UserError } from './command.ts'

export function readMonthName(input: string): Month {
  const month = parseMonth(input)
  if (!month) throw new UserError(`${input} is not a valid month; write it as 2026-03.`)
  return month
}
