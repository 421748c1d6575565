import { expect, it } from 'vitest'
import { fulfillmentWord, paymentWord, statusWord } from './state-words.ts'

it('an order that is unpaid and not packed waits for both', () => {
  expect(paymentWord({ status: 'processing', payment_state: 'unpaid' })).toEqual({ words: 'Unpaid', tone: 'waiting' })
  expect(fulfillmentWord({ status: 'processing', fulfillment_state: 'unfulfilled' })).toEqual({
    words: 'Not packed',
    tone: 'waiting',
  })
})

it('nothing is waited for of a canceled order but giving its money back', () => {
  expect(statusWord({ status: 'canceled' })).toEqual({ words: 'Canceled', tone: 'idle' })
  expect(paymentWord({ status: 'canceled', payment_state: 'unpaid' }).tone).toBe('idle')
  expect(fulfillmentWord({ status: 'canceled', fulfillment_state: 'packed' }).tone).toBe('idle')
  expect(paymentWord({ status: 'canceled', payment_state: 'overpaid' })).toEqual({ words: 'Refund due', tone: 'bad' })
})

it('a check that has not cleared is said beside the payment, and a refund is due where something was credited', () => {
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

it('nothing of a canceled order is to be packed', () => {
  expect(fulfillmentWord({ status: 'canceled', fulfillment_state: 'unfulfilled' })).toEqual({
    words: '–',
    tone: 'idle',
  })
  expect(fulfillmentWord({ status: 'canceled', fulfillment_state: 'shipped' }).words).toBe('Shipped')
})

it('what was sent in part still waits, and what was sent whole does not', () => {
  expect(fulfillmentWord({ status: 'processing', fulfillment_state: 'partly_shipped' }).tone).toBe('waiting')
  expect(fulfillmentWord({ status: 'processing', fulfillment_state: 'shipped' }).tone).toBe('good')
})
