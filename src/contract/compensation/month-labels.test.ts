import { expect, it } from 'vitest'
import { formatMonthsOfYear, formatPeriod, monthName, shortMonthName } from './month-labels.ts'

it("formats a month independently of the machine's time zone", () => {
  expect([monthName('2026-01'), monthName('2026-12')]).toEqual(['January 2026', 'December 2026'])
  expect(shortMonthName('2026-09')).toBe('Sep 2026')
})

const monthsOf2026 = (...numbers: number[]) => numbers.map((number) => `2026-${String(number).padStart(2, '0')}`)
const wholeYear = monthsOf2026(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)

it('formats a whole year as its number, and lists the months of a partial one', () => {
  expect(formatMonthsOfYear(wholeYear)).toBe('2026')
  expect(formatMonthsOfYear(monthsOf2026(5, 6, 7))).toBe('May to July 2026')
  expect(formatMonthsOfYear(monthsOf2026(1, 3))).toBe('January and March 2026')
  expect(formatMonthsOfYear(monthsOf2026(1, 2, 3, 6, 9, 10))).toBe(
    'January to March, June, and September to October 2026',
  )
})

it('formats a period for a sentence', () => {
  expect(formatPeriod(wholeYear)).toBe('in 2026')
  expect(formatPeriod(monthsOf2026(9))).toBe('in September 2026')
  expect(formatPeriod(monthsOf2026(5, 6, 7))).toBe('from May to July 2026')
  expect(formatPeriod(monthsOf2026(1, 3))).toBe('in January and March 2026')
})
