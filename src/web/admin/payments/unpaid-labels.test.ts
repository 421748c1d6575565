import { expect, it } from 'vitest'
import { nextSteps, relativeDueDate, type UnpaidOrder } from './unpaid-labels.ts'

const order: UnpaidOrder = {
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
  const onHold = { ...order, cancels_at: null, reminder: null, hold_reasons: ['a payment was received'] }
  expect(nextSteps(onHold)).toEqual(['Won’t be canceled: a payment was received.'])
})

it('an order without a due date shows why payment is due', () => {
  const withoutDueDate = {
    ...order,
    due_on: null,
    cancels_at: null,
    reminder: null,
    hold_reasons: ['a refund was sent'],
  }
  expect(nextSteps(withoutDueDate)).toEqual(['No due date: a refund was sent.'])
  expect(nextSteps({ ...withoutDueDate, hold_reasons: [] })).toEqual(['No due date.'])
})

it("a customer's claim is shown once, with its note", () => {
  const claim = { id: 1, method: 'check', note: 'On Friday', claimed_at: '2026-11-23T15:00:00.000Z' } as const
  const claimStep = 'The customer said on November 23, 2026 that they paid (Check): “On Friday”'
  const claimed = { ...order, cancels_at: null, reminder: null, claim, hold_reasons: ['the customer says it’s paid'] }
  expect(nextSteps(claimed)).toEqual([claimStep, 'It won’t be canceled until you settle this.'])
  expect(nextSteps({ ...claimed, hold_reasons: [...claimed.hold_reasons, 'items are packed or handed over'] })).toEqual(
    [claimStep, 'Won’t be canceled: items are packed or handed over.'],
  )
  expect(nextSteps({ ...claimed, due_on: null })).toEqual([claimStep, 'No due date.'])
})

it.each([
  ['2026-11-24', 'today'],
  ['2026-11-25', 'tomorrow'],
  ['2026-11-23', 'yesterday'],
  ['2026-12-01', 'in 7 days'],
  ['2026-10-31', '24 days ago'],
])('a due date of %s reads %s', (day, expected) => {
  expect(relativeDueDate(day, '2026-11-24')).toBe(expected)
})
