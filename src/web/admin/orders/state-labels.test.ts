import { expect, it } from 'vitest'
import { fulfillmentLabel, paymentLabel, statusLabel } from './state-labels.ts'

it('an unpaid, unpacked order needs both', () => {
  expect(paymentLabel({ status: 'processing', payment_state: 'unpaid' })).toEqual({ label: 'Unpaid', tone: 'waiting' })
  expect(fulfillmentLabel({ status: 'processing', fulfillment_state: 'unfulfilled' })).toEqual({
    label: 'Not packed',
    tone: 'waiting',
  })
})

it('a canceled order needs nothing but its refund', () => {
  expect(statusLabel({ status: 'canceled' })).toEqual({ label: 'Canceled', tone: 'idle' })
  expect(paymentLabel({ status: 'canceled', payment_state: 'unpaid' }).tone).toBe('idle')
  expect(fulfillmentLabel({ status: 'canceled', fulfillment_state: 'packed' }).tone).toBe('idle')
  expect(paymentLabel({ status: 'canceled', payment_state: 'overpaid' })).toEqual({ label: 'Refund due', tone: 'bad' })
})

it('an uncleared check is shown with the payment, and a credit makes a refund due', () => {
  const processing = { status: 'processing', payment_state: 'paid' } as const
  expect(paymentLabel({ ...processing, clears_on: '2026-12-03' })).toEqual({
    label: 'Paid, not cleared',
    tone: 'waiting',
  })
  expect(paymentLabel({ ...processing, clears_on: null }).label).toBe('Paid')
  const completed = { status: 'completed', payment_state: 'overpaid' } as const
  expect(paymentLabel({ ...completed, credited: 12.5 }).label).toBe('Refund due')
  expect(paymentLabel({ ...completed, credited: 0 }).label).toBe('Overpaid')
})

it('a canceled order is not waiting to be packed', () => {
  expect(fulfillmentLabel({ status: 'canceled', fulfillment_state: 'unfulfilled' })).toEqual({
    label: '–',
    tone: 'idle',
  })
  expect(fulfillmentLabel({ status: 'canceled', fulfillment_state: 'shipped' }).label).toBe('Shipped')
})

it('a partly shipped order still needs attention, a fully shipped one does not', () => {
  expect(fulfillmentLabel({ status: 'processing', fulfillment_state: 'partly_shipped' }).tone).toBe('waiting')
  expect(fulfillmentLabel({ status: 'processing', fulfillment_state: 'shipped' }).tone).toBe('good')
})
