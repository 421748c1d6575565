import { expect, test } from 'vitest'
import { differencesOf } from './text-differences.ts'

const marks = { same: ' ', out: '-', in: '+' }
const shown = (before: string, after: string) =>
  differencesOf(before, after).map(({ kind, line }) => `${marks[kind]}${line}`)

test('unchanged lines are kept, and changed ones are shown next to each other', () => {
  expect(shown('Dear\nyour order\n{link}', 'Dear\nthe order\n{link}\nBye')).toEqual([
    ' Dear',
    '-your order',
    '+the order',
    ' {link}',
    '+Bye',
  ])
  expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b'])
  expect(shown('a', '')).toEqual(['-a', '+'])
})
