import { expect, test } from 'vitest'
import { isToBePaid } from './order-words.ts'

type Asked = Parameters<typeof isToBePaid>[0]
const unpaid = { status: 'processing', balance: 38, payment: { payment_type: 'check', paid_at: null } } as Asked

test('an unpaid balance is due while the order is processing, unless it was credited in full or is paid by card', () => {
  expect(isToBePaid(unpaid)).toBe(true)
  expect(isToBePaid({ ...unpaid, balance: 0 })).toBe(false)
  expect(isToBePaid({ ...unpaid, status: 'canceled' })).toBe(false)
  expect(isToBePaid({ ...unpaid, payment: { ...unpaid.payment, payment_type: 'card' } })).toBe(false)
  expect(isToBePaid({ ...unpaid, payment: { ...unpaid.payment, paid_at: '2026-03-04T15:00:00.000Z' } })).toBe(false)
})
