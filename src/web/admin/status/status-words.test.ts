import { expect, test } from 'vitest'
import { summaryOf } from './status-words.ts'

const states = (...given: ('well' | 'idle' | 'attention' | 'broken')[]) => given.map((state) => ({ state }))

test('the worst is said first, and how many there are', () => {
  expect(summaryOf(states('well', 'idle'))).toBe('All is well.')
  expect(summaryOf(states('well', 'attention'))).toBe('The shop is at work. One thing deserves a look.')
  expect(summaryOf(states('attention', 'attention'))).toBe('The shop is at work. 2 things deserve a look.')
  expect(summaryOf(states('broken', 'attention'))).toBe('One thing is broken and needs somebody now.')
  expect(summaryOf(states('broken', 'broken', 'well'))).toBe('2 things are broken and need somebody now.')
})
