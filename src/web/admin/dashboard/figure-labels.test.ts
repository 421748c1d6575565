import { expect, it } from 'vitest'
import { describeChange, formatDay } from './figure-labels.ts'

it.each([
  [112, 100, 'up 12% from the previous period (100)'],
  [50, 100, 'down 50% from the previous period (100)'],
  [100, 100, 'same as the previous period (100)'],
  [0, 0, 'unchanged'],
  [7, 0, 'previous period: 0'],
  [7, -20, 'previous period: -20'],
])('%i after %i reads %j', (now, before, expected) => {
  expect(describeChange(now, before, String)).toBe(expected)
})

it("days are in the shop's time zone, regardless of the browser's zone", () => {
  expect(formatDay('2026-11-24')).toBe('Tue, Nov 24')
})
