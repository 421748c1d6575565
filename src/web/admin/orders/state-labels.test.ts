import { expect, it } from 'vitest'
import { fulfillmentWord, paymentWord, statusWord } from './state-labels.ts'

it('an unpaid, unpacked order needs both', () => {
  expect(paymentWord({ status: 'processing', payment_state: 'unpaid' })).toEqual({ words: 'Unpaid', tone: 'waiting' })
  expect(fulfillmentWord({ status: 'processing', fulfillment_state: 'unfulfilled' })).toEqual({
    words: 'Not packed',
    tone: 'waiting',
  })
})

it('a canceled order needs nothing but its refund', () => {
  expect(statusWord({ status: 'canceled' })).toEqual({ words: 'Canceled', tone: 'idle' })
  expect(paymentWord({ status: 'canceled', payment_state: 'unpaid' }).tone).toBe('idle')
  expect(fulfillmentWord({ status: 'canceled', fulfillment_state: 'packed' }).tone).toBe('idle')
  expect(paymentWord({ status: 'canceled', payment_state: 'overpaid' })).toEqual({ words: 'Refund due', tone: 'bad' })
})

it('an uncleared check is shown with the payment, and a credit makes a refund due', () => {
  const processing = { status: 'processing', payment_state: 'paid' } as const
  expect(paymentWord({ ...processing, clears_on: '2026-12-03' })).toEqual({
    words: 'Paid, not cleared',
    tone: 'waiting',
  })
  expect(paymentWord({ ...processing, clears_on: null }).words).toBe('Paid')
  const completed = { status: 'completed', payment_state: 'overpaid' } as const
  expect(paymentWord({ ...completed, credited: 12.5 }).words).toBe('Refund due')
  expect(paymentWord({ ...completed, credited: 0 }).words).toBe('Overpaid')
})

it('a canceled order is not waiting to be packed', () => {
  expect(fulfillmentWord({ status: 'canceled', fulfillment_state: 'unfulfilled' })).toEqual({
    words: '–',
    tone: 'idle',
  })
  expect(fulfillmentWord({ status: 'canceled', fulfillment_state: 'shipped' }).words).toBe('Shipped')
})

it('a partly shipped order still needs attention, a fully shipped one does not', () => {
  expect(fulfillmentWord({ status: 'processing', fulfillment_state: 'partly_shipped' }).tone).toBe('waiting')
  expect(fulfillmentWord({ status: 'processing', fulfillment_state: 'shipped' }).tone).toBe('good')
})
