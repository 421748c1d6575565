import { expect, test } from 'vitest'
import { findRemainingLines } from './order-parcels.ts'
import type { ShippedQuantities } from './state.ts'

const ordered = [
  { position: 0, quantity: 3 },
  { position: 1, quantity: 1 },
]
const first = { state: 'shipped', lines: [{ position: 0, quantity: 2 }] } satisfies ShippedQuantities
const second = { state: 'packed', lines: [{ position: 0, quantity: 1 }] } satisfies ShippedQuantities
const rest = [{ position: 1, quantity: 1 }]

test('the rest after a parcel is everything not handed over, packed or not', () => {
  expect(findRemainingLines(ordered, [first, second], first)).toEqual([{ position: 0, quantity: 1 }, ...rest])
  expect(findRemainingLines(ordered, [first, second], second)).toEqual(rest)
})
