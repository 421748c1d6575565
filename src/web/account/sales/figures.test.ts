import { expect, test } from 'vitest'
import { depthLabel, formatRate, hasBegun, MONTHS, monthName } from './figures.ts'

test('the filter offers twelve months, 01 to 12', () => {
  expect(MONTHS).toHaveLength(12)
  expect(MONTHS[0]).toEqual({ code: '01', name: 'January' })
  expect(MONTHS[11]).toEqual({ code: '12', name: 'December' })
})

test("a month has begun if it is not after the shop's current one", () => {
  const current = { year: '2026', month: '04' }
  expect(hasBegun({ year: '2026', month: '04' }, current)).toBe(true)
  expect(hasBegun({ year: '2025', month: '12' }, current)).toBe(true)
  expect(hasBegun({ year: '2026', month: '05' }, current)).toBe(false)
})

test('figures are formatted for people', () => {
  expect(monthName({ year: '2026', month: '03' })).toBe('March 2026')
  expect(formatRate(900)).toBe('9%')
  expect(formatRate(250)).toBe('2.5%')
  expect(depthLabel(1)).toBe('in your direct line')
  expect(depthLabel(3)).toBe('3 steps below you')
})
