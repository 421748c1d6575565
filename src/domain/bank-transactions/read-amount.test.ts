import { expect, it } from 'vitest'
import { readAmount } from './read-amount.ts'

it.each([
  ['$1,234.56', 123_456],
  ['1234.56', 123_456],
  ['+12.00', 1_200],
  ['-$5.00', -500],
  ['$-5.00', -500],
  ['−5.00', -500],
  ['(5.00)', -500],
  ['($5.00)', -500],
  ['5.00-', -500],
  ['12.00 CR', 1_200],
  ['12.00 DR', -1_200],
  ['USD 12', 1_200],
  ['.50', 50],
])('parses %s', (text, cents) => {
  expect(readAmount(text)).toBe(cents)
})

it.each(['', 'abc', '1,23.45', '1.234', '1.2.3', '99999999999.00', '---5', '$', '()', `1${'0'.repeat(30)}`])(
  'finds no amount in %s',
  (text) => {
    expect(readAmount(text)).toBeUndefined()
  },
)
