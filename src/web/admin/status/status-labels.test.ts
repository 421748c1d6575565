import { expect, test } from 'vitest'
import { summaryOf } from './status-labels.ts'

const states = (...values: ('ok' | 'unknown' | 'warning' | 'critical')[]) => values.map((state) => ({ state }))

test('the worst state comes first, with its count', () => {
  expect(summaryOf(states('ok', 'unknown'))).toBe('Everything is OK.')
  expect(summaryOf(states('ok', 'warning'))).toBe('The shop is running. One item needs attention.')
  expect(summaryOf(states('warning', 'warning'))).toBe('The shop is running. 2 items need attention.')
  expect(summaryOf(states('critical', 'warning'))).toBe('One item is broken and needs attention now.')
  expect(summaryOf(states('critical', 'critical', 'ok'))).toBe('2 items are broken and need attention now.')
})
