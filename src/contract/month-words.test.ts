import { expect, it } from 'vitest'
import { monthName, shortMonthName } from './month-words.ts'

it('names a month, the same in whatever zone the machine is', () => {
  expect([monthName('2026-01'), monthName('2026-12')]).toEqual(['January 2026', 'December 2026'])
  expect(shortMonthName('2026-09')).toBe('Sep 2026')
})
