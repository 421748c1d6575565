import { describe, expect, it, test } from 'vitest'
import type { Cart, LineItem } from '#contract/cart/calls.ts'
import { emptyAddress } from '#domain/addresses/address.ts'
import { emptyForm } from './checkout-form.ts'
import { findRedirect, findStep, firstOpenStep, toOrderForm } from './steps.ts'

const empty = emptyForm(new Date(2026, 6, 4))
const pickup = {
  ...empty,
  first_name: ' Ada ',
  last_name: 'Byron',
  user_email: 'Ada@Example.com',
  phone_number: '(201) 555-0176',
}
const address = {
  ...emptyAddress,
  address_id: '',
  first_name: 'Ada',
  last_name: 'Byron',
  company: 'Byron & Co',
  phone_number: '(201) 555-0176',
  address_1: '48 Dean Street',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
}
const delivery = { ...pickup, type: 'D' as const, shipping: address, shipping_method: 'ground' }

const line = { id: 7, available: true, product: { product_name: 'Steam Brush' } } as LineItem
const cart = { line_items: [line], sub_total: 25, minimum_sub_total: 25 } as Cart
const paymentTypes = ['quickpay', 'check', 'card'] as const
const emptyCart = { line_items: [] as Cart['line_items'] } as Cart

describe('a step', () => {
  it.each([null, emptyCart])('is not available with an empty cart', (cart) => {
    for (const step of ['shipping', 'payment', 'review'] as const)
      expect(findRedirect(step, delivery, cart, true, paymentTypes)).toBe('/checkout/cart')
  })

  it.each([
    ['under the minimum', { ...cart, sub_total: 24.99 }],
    ['with a sold-out line', { ...cart, line_items: [line, { ...line, available: false }] }],
  ])('redirects to the cart when it is %s', (_what, cart) => {
    for (const step of ['shipping', 'payment', 'review'] as const)
      expect(findRedirect(step, delivery, cart, true, paymentTypes)).toBe('/checkout/cart')
  })

  it('asks for another payment when the chosen one is not offered', () => {
    expect(findRedirect('review', pickup, cart, true, ['check'])).toBe('/checkout/payment')
    expect(findRedirect('payment', pickup, cart, true, ['check'])).toBeUndefined()
  })

  it('requires the previous steps', () => {
    expect(findRedirect('shipping', empty, cart, true, paymentTypes)).toBeUndefined()
    expect(findRedirect('payment', empty, cart, true, paymentTypes)).toBe('/checkout/shipping')
    expect(findRedirect('review', empty, cart, true, paymentTypes)).toBe('/checkout/shipping')
    expect(
      findRedirect(
        'review',
        { ...pickup, payment: { ...pickup.payment, payment_type: 'card' } },
        cart,
        true,
        paymentTypes,
      ),
    ).toBe('/checkout/payment')
  })

  it('can be reopened once it is complete', () => {
    for (const step of ['shipping', 'payment', 'review'] as const)
      expect(findRedirect(step, pickup, cart, true, paymentTypes)).toBeUndefined()
  })
})

test('a delivery needs its address and a method, a pickup neither', () => {
  expect(firstOpenStep(pickup, cart, true, paymentTypes)).toBe('review')
  expect(firstOpenStep(delivery, cart, true, paymentTypes)).toBe('review')
  expect(firstOpenStep({ ...delivery, shipping_method: '' }, cart, true, paymentTypes)).toBe('shipping')
  expect(firstOpenStep({ ...delivery, shipping: { ...address, zip: '0763' } }, cart, true, paymentTypes)).toBe(
    'shipping',
  )
})

test('the request omits the address of a pickup and the card of a quick pay', () => {
  const { shipping_method, ...rest } = toOrderForm({ ...delivery, comments: ' two bells ' }) as Record<string, unknown>
  expect(shipping_method).toBe('ground')
  expect(rest).toMatchObject({
    first_name: 'Ada',
    user_email: 'ada@example.com',
    comments: 'two bells',
    shipping: { ...address, address_id: 0 },
  })
  expect(toOrderForm({ ...delivery, type: 'P' })).toEqual({
    first_name: 'Ada',
    last_name: 'Byron',
    user_email: 'ada@example.com',
    phone_number: '(201) 555-0176',
    type: 'P',
    comments: '',
    payment: { payment_type: 'quickpay' },
  })
})

test('a refused field is mapped to its step', () => {
  expect(findStep('payment.payment_type')).toBe('payment')
  expect(findStep('shipping.zip')).toBe('shipping')
  expect(findStep('shipping_method')).toBe('shipping')
  expect(findStep('user_email')).toBe('shipping')
})

test('a user needs no contact details and may ship to an address by id alone', () => {
  const shipping = { ...empty.shipping, address_id: '12' }
  const form = { ...empty, type: 'D' as const, shipping, shipping_method: 'ground' }
  expect(firstOpenStep(form, cart, true, paymentTypes)).toBe('shipping')
  expect(firstOpenStep(form, cart, false, paymentTypes)).toBe('review')
  expect(toOrderForm(form)).toMatchObject({ shipping: { address_id: 12 } })
  expect(firstOpenStep({ ...form, shipping: { ...shipping, address_id: '0' } }, cart, false, paymentTypes)).toBe(
    'shipping',
  )
})
