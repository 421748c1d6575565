import { expect, it } from 'vitest'
import { formatOnHand, formatSigned, movementLabel, parseQuantity } from './stock-labels.ts'

it('quantities are entered as whole numbers', () => {
  expect(['12', ' 0 ', '-3', '−3', '+4'].map(parseQuantity)).toEqual([12, 0, -3, -3, 4])
  for (const invalid of ['', '1.5', 'ten', '1e3', '12345678901'])
    expect([invalid, parseQuantity(invalid)]).toEqual([invalid, undefined])
})

it('movements show a sign and a label', () => {
  expect([formatSigned(5), formatSigned(-1_200)]).toEqual(['+5', '−1,200'])
  expect([movementLabel('receipt'), movementLabel('moved_away')]).toEqual(['Received', 'moved away'])
  expect([formatOnHand(null), formatOnHand(1_200)]).toEqual(['not tracked', '1,200 on hand'])
})
