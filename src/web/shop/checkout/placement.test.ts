import { expect, test } from 'vitest'
import type { Cart } from '#contract/cart/calls.ts'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import { attemptsWithoutResponse, resolveAttempt } from './placement.ts'

const form: PlaceOrder = {
  first_name: 'Ada',
  last_name: 'Byron',
  user_email: 'ada@example.com',
  phone_number: '(201) 555-0176',
  type: 'P',
  comments: '',
  payment: { payment_type: 'quickpay' },
}
const buildCart = (...lines: { id: number; quantity: number; price: number }[]) => ({ line_items: lines }) as Cart
const cart = buildCart({ id: 1, quantity: 2, price: 19.99 })

let keyCount = 0
const createKey = () => `key ${++keyCount}`

test('an identical order keeps its key however often it is sent', () => {
  const first = resolveAttempt({ form, cart, total: 39.98 }, undefined, createKey)
  expect(resolveAttempt({ form: { ...form }, cart, total: 39.98 }, first, createKey)).toEqual(first)
})

test.each([
  ['another form', { ...form, comments: 'Ring twice' }, cart],
  ['another payment', { ...form, payment: { payment_type: 'check' } } satisfies PlaceOrder, cart],
  ['another quantity', form, buildCart({ id: 1, quantity: 3, price: 19.99 })],
  ['a different price', form, buildCart({ id: 1, quantity: 2, price: 21 })],
  ['the same goods in a later cart', form, buildCart({ id: 8, quantity: 2, price: 19.99 })],
])('%s is another order with its own key', (_, form, otherCart) => {
  const plain = { ...form, comments: '', payment: { payment_type: 'quickpay' } } as const
  const first = resolveAttempt({ form: plain, cart, total: 39.98 }, undefined, createKey)
  expect(resolveAttempt({ form, cart: otherCart, total: 39.98 }, first, createKey).key).not.toBe(first.key)
})

test('a refused order is sent again with the current total, an unanswered one unchanged', () => {
  const first = resolveAttempt({ form, cart, total: 39.98 }, undefined, createKey)
  expect(resolveAttempt({ form, cart, total: 42.5 }, first, createKey)).toEqual({ ...first, total: 42.5 })
  const unanswered = { ...first, unanswered: true }
  expect(resolveAttempt({ form, cart, total: 42.5 }, unanswered, createKey)).toBe(unanswered)
})

test('unanswered orders are kept when the form changes, until the outcome of one is known', () => {
  const unansweredAttempt = { ...resolveAttempt({ form, cart, total: 39.98 }, undefined, createKey), unanswered: true }
  const edited = resolveAttempt(
    { form: { ...form, comments: 'Ring twice' }, cart, total: 39.98 },
    unansweredAttempt,
    createKey,
  )
  expect(attemptsWithoutResponse(edited)).toEqual([unansweredAttempt])
  const later = resolveAttempt({ form: { ...form, comments: 'Ring' }, cart, total: 39.98 }, edited, createKey)
  expect(attemptsWithoutResponse({ ...later, unanswered: true }).map(({ form }) => form.comments)).toEqual(['Ring', ''])
  expect(attemptsWithoutResponse(resolveAttempt({ form, cart, total: 39.98 }, undefined, createKey))).toEqual([])
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
  const text = JSON.stringify(resolveAttempt({ form: { ...form, payment }, cart, total: 39.98 }, undefined, createKey))
  for (const secret of ['Byron-King', '4111', '2031', '737', '07632']) expect(text).not.toContain(secret)
})
