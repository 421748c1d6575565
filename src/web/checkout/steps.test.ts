import { describe, expect, it, test } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import { emptyForm } from './checkout-form.ts'
import { detour, firstOpenStep, orderForm, stepOf } from './steps.ts'

const empty = emptyForm(new Date(2026, 6, 4))
const pickup = {
  ...empty,
  first_name: ' Ada ',
  last_name: 'Byron',
  user_email: 'Ada@Example.com',
  phone_number: '(201) 555-0176',
}
const address = {
  address_id: '',
  first_name: 'Ada',
  last_name: 'Byron',
  phone_number: '(201) 555-0176',
  address_1: '48 Dean Street',
  address_2: '',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
}
const delivery = { ...pickup, type: 'D' as const, shipping: address, shipping_method: 'ground' }

const cart = { line_items: [{}] } as Cart
const nothing = { line_items: [] as Cart['line_items'] } as Cart

describe('a step', () => {
  it.each([null, nothing])('has nothing to do without something in the cart', (cart) => {
    for (const step of ['shipping', 'payment', 'review'] as const)
      expect(detour(step, delivery, cart, true)).toBe('/checkout/cart')
  })

  it('waits for the ones before it', () => {
    expect(detour('shipping', empty, cart, true)).toBeUndefined()
    expect(detour('payment', empty, cart, true)).toBe('/checkout/shipping')
    expect(detour('review', empty, cart, true)).toBe('/checkout/shipping')
    expect(detour('review', { ...pickup, payment: { ...pickup.payment, payment_type: 'card' } }, cart, true)).toBe(
      '/checkout/payment',
    )
  })

  it('can be opened again once it is done', () => {
    for (const step of ['shipping', 'payment', 'review'] as const)
      expect(detour(step, pickup, cart, true)).toBeUndefined()
  })
})

test('a delivery needs its address and a method, a pickup neither', () => {
  expect(firstOpenStep(pickup, cart, true)).toBe('review')
  expect(firstOpenStep(delivery, cart, true)).toBe('review')
  expect(firstOpenStep({ ...delivery, shipping_method: '' }, cart, true)).toBe('shipping')
  expect(firstOpenStep({ ...delivery, shipping: { ...address, zip: '0763' } }, cart, true)).toBe('shipping')
})

test('what is sent leaves out the address of a pickup and the card of a quick pay', () => {
  const { shipping_method, ...rest } = orderForm({ ...delivery, comments: ' two bells ' }) as Record<string, unknown>
  expect(shipping_method).toBe('ground')
  expect(rest).toMatchObject({
    first_name: 'Ada',
    user_email: 'ada@example.com',
    comments: 'two bells',
    shipping: { ...address, address_id: 0 },
  })
  expect(orderForm({ ...delivery, type: 'P' })).toEqual({
    first_name: 'Ada',
    last_name: 'Byron',
    user_email: 'ada@example.com',
    phone_number: '(201) 555-0176',
    type: 'P',
    comments: '',
    payment: { payment_type: 'quickpay' },
  })
})

test('a refused field is found on the step that has it', () => {
  expect(stepOf('payment.payment_type')).toBe('payment')
  expect(stepOf('shipping.zip')).toBe('shipping')
  expect(stepOf('shipping_method')).toBe('shipping')
  expect(stepOf('user_email')).toBe('shipping')
})

test('a user need not say who they are, and may send to an address by its number alone', () => {
  const shipping = { ...empty.shipping, address_id: '12' }
  const form = { ...empty, type: 'D' as const, shipping, shipping_method: 'ground' }
  expect(firstOpenStep(form, cart, true)).toBe('shipping')
  expect(firstOpenStep(form, cart, false)).toBe('review')
  expect(orderForm(form)).toMatchObject({ shipping: { address_id: 12 } })
  expect(firstOpenStep({ ...form, shipping: { ...shipping, address_id: '0' } }, cart, false)).toBe('shipping')
})
