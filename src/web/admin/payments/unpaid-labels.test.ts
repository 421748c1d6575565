import { expect, it } from 'vitest'
import { dueLabels, nextSteps, type Unpaid } from './unpaid-labels.ts'

const order: Unpaid = {
  order_id: 100_123,
  name: 'Ana Reyes',
  email: 'ana@example.com',
  payment_method: 'quickpay',
  payment_state: 'unpaid',
  placed_at: '2026-11-20T15:00:00.000Z',
  total: 60,
  balance: 60,
  due_on: '2026-12-01',
  reminder: { kind: 'first', on: '2026-11-25' },
  cancels_at: '2026-12-02T17:00:00.000Z',
  hold_reasons: [],
  claim: null,
}

it('an unpaid order is reminded, then canceled', () => {
  expect(nextSteps(order)).toEqual([
    'The first reminder goes out on November 25, 2026.',
    'It will be canceled at noon on December 2, 2026.',
  ])
})

it('an order on hold shows the reason and is not canceled', () => {
  const held = { ...order, cancels_at: null, reminder: null, held: ['a payment was received'] }
  expect(nextSteps(held)).toEqual(['Won’t be canceled: a payment was received.'])
})

it('an order without a due date shows why it is owed', () => {
  const owed = { ...order, due_on: null, cancels_at: null, reminder: null, held: ['a refund was sent'] }
  expect(nextSteps(owed)).toEqual(['No due date: a refund was sent.'])
  expect(nextSteps({ ...owed, hold_reasons: [] })).toEqual(['No due date.'])
})

it("a customer's claim is shown once, with its note", () => {
  const claim = { id: 1, method: 'check', note: 'On Friday', claimed_at: '2026-11-23T15:00:00.000Z' } as const
  const said = 'The customer said on November 23, 2026 that they paid (Check): “On Friday”'
  const claimed = { ...order, cancels_at: null, reminder: null, claim, held: ['the customer says it’s paid'] }
  expect(nextSteps(claimed)).toEqual([said, 'It won’t be canceled until you settle this.'])
  expect(nextSteps({ ...claimed, hold_reasons: [...claimed.held, 'items are packed or handed over'] })).toEqual([
    said,
    'Won’t be canceled: items are packed or handed over.',
  ])
  expect(nextSteps({ ...claimed, due_on: null })).toEqual([said, 'No due date.'])
})

it.each([
  ['2026-11-24', 'today'],
  ['2026-11-25', 'tomorrow'],
  ['2026-11-23', 'yesterday'],
  ['2026-12-01', 'in 7 days'],
  ['2026-10-31', '24 days ago'],
])('a due date of %s reads %s', (day, words) => {
  expect(dueLabels(day, '2026-11-24')).toBe(words)
})
