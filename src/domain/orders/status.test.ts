import { expect, test } from 'vitest'
import { canBecome, type OrderStatus, orderStatuses } from './status.ts'

const expectedTransitions: Record<OrderStatus, OrderStatus[]> = {
  processing: ['completed', 'canceled'],
  completed: ['processing', 'canceled'],
  canceled: ['processing'],
}

test.each(orderStatuses)('the transitions of a %s order', (from) => {
  expect(orderStatuses.filter((status) => canBecome(from, status))).toEqual(expectedTransitions[from])
})

test('a canceled order can be completed only after it was reinstated', () => {
  expect(canBecome('canceled', 'completed')).toBe(false)
})
