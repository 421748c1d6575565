import { expect, it } from 'vitest'
import { type BankTransaction, pluralize, stateMessage } from './transaction-labels.ts'

const transaction: BankTransaction = {
  id: 1,
  version: 'first',
  state: 'open',
  amount: 100,
  open: 100,
  value_date: '2026-11-20',
  payer: 'ANA REYES',
  memo: '',
  bank_id: null,
  source: '',
  set_aside_reason: null,
  set_aside_by: null,
  imported_at: '2026-11-21T15:00:00Z',
  unconfirmed: false,
  match: 'unknown',
  candidates: [],
  paid: [],
}
const share = { payment_id: 7, order_id: 100_123, amount: 60, created_by: 'clara@shop.example' }

it('a bank transaction shows what it pays and what remains open', () => {
  expect(stateMessage(transaction)).toBe('It is open.')
  expect(stateMessage({ ...transaction, open: 40, paid: [share] })).toBe(
    'It pays order 100123 $60.00 (clara@shop.example). $40.00 is still open.',
  )
  expect(stateMessage({ ...transaction, state: 'booked', open: 0, paid: [share] })).toBe(
    'It pays order 100123 $60.00 (clara@shop.example).',
  )
  const setAside = {
    ...transaction,
    state: 'set_aside',
    set_aside_by: 'Clara',
    set_aside_reason: 'Our own money.',
  } as const
  expect(stateMessage(setAside)).toBe('It was set aside by Clara: Our own money.')
})

it('one is singular, and thousands have commas', () => {
  expect([pluralize(1, 'payment'), pluralize(1_200, 'payment')]).toEqual(['1 payment', '1,200 payments'])
})
