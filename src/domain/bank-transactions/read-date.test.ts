import { expect, it } from 'vitest'
import { findDate, readDate } from './read-date.ts'

const today = '2026-11-23'
it.each([
  ['11/20/2026', '2026-11-20'],
  ['11/20/26', '2026-11-20'],
  ['20/11/2026', '2026-11-20'],
  ['11/20', '2026-11-20'],
  ['12/20', '2025-12-20'],
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T10:00:00Z', '2026-11-20'],
  ['20261120', '2026-11-20'],
  ['Nov 20, 2026', '2026-11-20'],
  ['Fri, November 20th 2026 at 3:00 PM', '2026-11-20'],
  ['20 Nov 2026', '2026-11-20'],
  ['20-Nov-26', '2026-11-20'],
  ['02/29', '2024-02-29'],
])('parses %s', (text, date) => {
  expect(readDate(text, today)).toBe(date)
})

it.each(['', '13/13/2026', '02/30/2026', 'Nov', '2026', '11.5', 'x'.repeat(100)])('finds no day in %s', (text) => {
  expect(readDate(text, today)).toBeUndefined()
})

it('does not take two numbers in running text for a day', () => {
  expect(findDate('paid 1/2 of it', today, false)).toBeUndefined()
})
