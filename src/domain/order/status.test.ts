import { expect, test } from 'vitest'
import { canBecome, laterStatuses, type OrderStatus, orderStatuses } from './status.ts'

const becomes: Record<OrderStatus, OrderStatus[]> = {
  processing: ['completed', 'canceled'],
  completed: ['canceled'],
  canceled: [],
}

test.each(orderStatuses)('what a %s order can become', (from) => {
  expect(orderStatuses.filter((status) => canBecome(from, status))).toEqual(becomes[from])
})

test('no order goes back to what it was when it was placed', () => {
  expect(laterStatuses).toEqual(['completed', 'canceled'])
})
