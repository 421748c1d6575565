import { expect, test } from 'vitest'
import { diffLines } from './text-differences.ts'

const marks = { same: ' ', removed: '-', added: '+' }
const diff = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, line }) => `${marks[kind]}${line}`)

test('unchanged lines are kept, and changed ones are shown next to each other', () => {
  expect(diff('Dear\nyour order\n{link}', 'Dear\nthe order\n{link}\nBye')).toEqual([
    ' Dear',
    '-your order',
    '+the order',
    ' {link}',
    '+Bye',
  ])
  expect(diff('a\nb', 'a\nb')).toEqual([' a', ' b'])
  expect(diff('a', '')).toEqual(['-a', '+'])
})
