import { expect, test } from 'vitest'
import { isPaymentDue, paidMessage, paymentName, paymentReferenceLabel, secondaryStateLabels } from './labels.ts'

type BalanceInput = Parameters<typeof isPaymentDue>[0]
const unpaid = { status: 'processing', balance: 38, payment: { payment_type: 'check', paid_at: null } } as BalanceInput

test('an unpaid balance is due while the order is processing, unless it was credited in full or is paid by card', () => {
  expect(isPaymentDue(unpaid)).toBe(true)
  expect(isPaymentDue({ ...unpaid, balance: 0 })).toBe(false)
  expect(isPaymentDue({ ...unpaid, status: 'canceled' })).toBe(false)
  expect(isPaymentDue({ ...unpaid, payment: { ...unpaid.payment, payment_type: 'card' } })).toBe(false)
  expect(isPaymentDue({ ...unpaid, payment: { ...unpaid.payment, paid_at: '2026-03-04T15:00:00.000Z' } })).toBe(false)
})

test('an order that costs nothing has no method, payment reference or day of payment', () => {
  const free = {
    order_total: 0,
    payment_reference: 'K7M2QX',
    ledger: [],
    payment: { payment_type: 'quickpay', paid_at: '2026-03-04T15:00:00.000Z', paid_on: '2026-03-04' },
  } as unknown as Parameters<typeof paymentReferenceLabel>[0] & Parameters<typeof paidMessage>[0]
  expect([paymentName(free), paymentReferenceLabel(free), paidMessage(free)]).toEqual([
    'Nothing to pay',
    undefined,
    undefined,
  ])
})

test('an overpaid order is labeled as a refund due in every status', () => {
  const labels = (['processing', 'completed', 'canceled'] as const).map((status) =>
    secondaryStateLabels({ status, payment_state: 'overpaid', fulfillment_state: 'unfulfilled' }),
  )
  expect(labels).toEqual(['Refund due', 'Refund due', 'Refund due'])
})
