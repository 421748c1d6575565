import { expect, test } from 'vitest'
import { canBecome, type OrderStatus } from './transitions.ts'

const statuses: OrderStatus[] = ['processing', 'completed', 'canceled']

test.each([
  ['processing', ['completed', 'canceled']],
  ['completed', ['canceled']],
  ['canceled', []],
] as const)('a %s order can become %s', (from, to) => {
  expect(statuses.filter((status) => canBecome(from, status))).toEqual(to)
})
