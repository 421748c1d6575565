import { expect, it } from 'vitest'
import { formatRelativeTime } from './relative-time.ts'

const now = Date.parse('2026-11-24T15:00:00Z')

it.each([
  ['2026-11-24T14:59:30Z', 'just now'],
  ['2026-11-24T14:48:00Z', '12 min ago'],
  ['2026-11-24T11:59:00Z', '3 h ago'],
  ['2026-11-23T14:00:00Z', 'yesterday'],
  ['2026-11-19T14:00:00Z', '5 days ago'],
  ['2026-10-01T02:00:00Z', 'Sep 30'],
  ['2025-11-24T14:00:00Z', 'Nov 24, 2025'],
])('an event at %s is shown as %s', (instant, expected) => {
  expect(formatRelativeTime(instant, now)).toBe(expected)
})
