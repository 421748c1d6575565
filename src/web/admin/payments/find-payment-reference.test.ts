import { expect, it } from 'vitest'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { findPaymentReference } from './find-payment-reference.ts'

const code = encodePaymentReference(100_123)
const candidate = { order_id: 100_123, reason: '', name: '', balance: 1 }

it.each([
  `ZELLE PAYMENT FROM TOBIAS CHENOWETH-LINDQVIST FOR ${code}`,
  `zelle ${code.toLowerCase()} thanks`,
  `order ${code.slice(0, 3)} ${code.slice(3)}`,
  `order ${code.slice(0, 3)}-${code.slice(3)}`,
])('finds the payment reference of the proposed order in %j', (memo) => {
  expect(findPaymentReference({ memo, candidates: [candidate], paid: [] })).toBe(code)
})

it('finds the reference of a paid order, and none if the memo contains a different one', () => {
  const paid = [{ payment_id: 1, order_id: 100_123, amount: 1, created_by: '' }]
  expect(findPaymentReference({ memo: `x ${code}`, candidates: [], paid })).toBe(code)
  expect(
    findPaymentReference({ memo: encodePaymentReference(100_124), candidates: [candidate], paid: [] }),
  ).toBeUndefined()
  expect(findPaymentReference({ memo: '', candidates: [candidate], paid: [] })).toBeUndefined()
})
