import { expect, it } from 'vitest'
import { month, nextMonth } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { findCorrectionBlockReason, generateCorrectionMonths, MAX_CORRECTED_CENTS } from './correction.ts'

const [march, april, may] = [month('2026-03'), month('2026-04'), month('2026-05')]

it('a bonus may be corrected from the month of enrollment to the current one, by a cent up to a million dollars', () => {
  const context = { current: april, enrolledIn: march }
  const findReason = (concerns: typeof march, amount: number) =>
    findCorrectionBlockReason({ concerns, amountCents: cents(amount) }, context)
  expect([findReason(march, 1), findReason(april, -1), findReason(april, MAX_CORRECTED_CENTS)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(findReason(march, 0)).toBe('correction_empty')
  expect([findReason(march, MAX_CORRECTED_CENTS + 1), findReason(march, -MAX_CORRECTED_CENTS - 1)]).toEqual([
    'correction_too_large',
    'correction_too_large',
  ])
  expect(findReason(may, 1)).toBe('month_not_begun')
  expect(findReason(month('2026-02'), 1)).toBe('not_enrolled')
})

it('a correction is booked in the month it concerns, or the current one, or the next open one', () => {
  const first = (concerns: typeof march, current: typeof march, closed: readonly string[]) => {
    for (const candidate of generateCorrectionMonths(concerns, current, nextMonth)) {
      if (!closed.includes(candidate)) return candidate
    }
  }
  expect(first(march, april, [])).toBe(march)
  expect(first(march, april, [march])).toBe(april)
  expect(first(march, month('2026-06'), [march, april])).toBe('2026-06')
  expect(first(april, april, [march, april, may])).toBe('2026-06')
})
