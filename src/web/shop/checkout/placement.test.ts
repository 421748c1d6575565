import { expect, test } from 'vitest'
import type { Cart } from '#contract/cart/calls.ts'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import { attemptFor, attemptsWithoutResponse } from './placement.ts'

const form: PlaceOrder = {
  first_name: 'Ada',
  last_name: 'Byron',
  user_email: 'ada@example.com',
  phone_number: '(201) 555-0176',
  type: 'P',
  comments: '',
  payment: { payment_type: 'quickpay' },
}
const cartOf = (...lines: { id: number; quantity: number; price: number }[]) => ({ line_items: lines }) as Cart
const cart = cartOf({ id: 1, quantity: 2, price: 19.99 })

let made = 0
const makeKey = () => `key ${++made}`

test('an identical order keeps its key however often it is sent', () => {
  const first = attemptFor({ form, cart, total: 39.98 }, undefined, makeKey)
  expect(attemptFor({ form: { ...form }, cart, total: 39.98 }, first, makeKey)).toEqual(first)
})

test.each([
  ['another form', { ...form, comments: 'Ring twice' }, cart],
  ['another payment', { ...form, payment: { payment_type: 'check' } } satisfies PlaceOrder, cart],
  ['another quantity', form, cartOf({ id: 1, quantity: 3, price: 19.99 })],
  ['another price', form, cartOf({ id: 1, quantity: 2, price: 21 })],
  ['the same goods in a later cart', form, cartOf({ id: 8, quantity: 2, price: 19.99 })],
])('%s is another order with its own key', (_, form, otherCart) => {
  const plain = { ...form, comments: '', payment: { payment_type: 'quickpay' } } as const
  const first = attemptFor({ form: plain, cart, total: 39.98 }, undefined, makeKey)
  expect(attemptFor({ form, cart: otherCart, total: 39.98 }, first, makeKey).key).not.toBe(first.key)
})

test('a refused order is sent again with the current total, an unanswered one unchanged', () => {
  const first = attemptFor({ form, cart, total: 39.98 }, undefined, makeKey)
  expect(attemptFor({ form, cart, total: 42.5 }, first, makeKey)).toEqual({ ...first, total: 42.5 })
  const unanswered = { ...first, unanswered: true }
  expect(attemptFor({ form, cart, total: 42.5 }, unanswered, makeKey)).toBe(unanswered)
})

test('unanswered orders are kept behind one with another form until the outcome of one is known', () => {
  const lost = { ...attemptFor({ form, cart, total: 39.98 }, undefined, makeKey), unanswered: true }
  const edited = attemptFor({ form: { ...form, comments: 'Ring twice' }, cart, total: 39.98 }, lost, makeKey)
  expect(attemptsWithoutResponse(edited)).toEqual([lost])
  const again = attemptFor({ form: { ...form, comments: 'Ring' }, cart, total: 39.98 }, edited, makeKey)
  expect(attemptsWithoutResponse({ ...again, unanswered: true }).map(({ form }) => form.comments)).toEqual(['Ring', ''])
  expect(attemptsWithoutResponse(attemptFor({ form, cart, total: 39.98 }, undefined, makeKey))).toEqual([])
})

test('no card field is part of the stored attempt', () => {
  const payment = {
    payment_type: 'card',
    card_holder_name: 'Ada Byron-King',
    card_type: 'Visa',
    card_number: '4111111111111111',
    expire_year: '2031',
    expire_month: '07',
    ccv: '737',
    billing_zip: '07632',
  } as const
  const text = JSON.stringify(attemptFor({ form: { ...form, payment }, cart, total: 39.98 }, undefined, makeKey))
  for (const secret of ['Byron-King', '4111', '2031', '737', '07632']) expect(text).not.toContain(secret)
})
