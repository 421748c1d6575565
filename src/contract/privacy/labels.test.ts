import { expect, it } from 'vitest'
import { openBusinessLabels } from './labels.ts'

it('lists the open business that delays an erasure, and counts long lists', () => {
  expect(openBusinessLabels({ orders: [], balances: [], months: [] })).toEqual([])
  expect(openBusinessLabels({ orders: [1, 2, 3, 4, 5, 6, 7], balances: [8], months: ['2026-01', '2026-12'] })).toEqual([
    'Orders 1, 2, 3, 4, 5 and 2 more',
    'The balance of order 8',
    'The bonuses of January 2026, December 2026',
  ])
})
