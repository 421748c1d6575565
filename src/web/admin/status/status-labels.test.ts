import { expect, test } from 'vitest'
import { summaryOf } from './status-labels.ts'

const states = (...given: ('well' | 'idle' | 'attention' | 'broken')[]) => given.map((state) => ({ state }))

test('the worst state comes first, with its count', () => {
  expect(summaryOf(states('well', 'idle'))).toBe('Everything is OK.')
  expect(summaryOf(states('well', 'attention'))).toBe('The shop is running. One item needs attention.')
  expect(summaryOf(states('attention', 'attention'))).toBe('The shop is running. 2 items need attention.')
  expect(summaryOf(states('broken', 'attention'))).toBe('One item is broken and needs attention now.')
  expect(summaryOf(states('broken', 'broken', 'well'))).toBe('2 items are broken and need attention now.')
})
