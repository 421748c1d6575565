import { expect, test } from 'vitest'
import type { Cart } from '#contract/cart/calls.ts'
import { withPending } from './pending-cart.ts'

const line = (id: number, quantity: number, price: number, pv: number) => ({
  id,
  quantity,
  price,
  total_price: Math.round(price * quantity * 100) / 100,
  pv: pv * quantity,
})
const cart = {
  line_items: [line(1, 2, 19.99, 10), line(2, 3, 0.1, 1)],
  quantity: 5,
  sub_total: 40.28,
  total: 40.28,
  pv: 23,
} as Cart

test("without pending changes the cart equals the server's", () => {
  expect(withPending(cart, new Map())).toBe(cart)
})

test('a pending quantity counts immediately, to the cent', () => {
  const changed = withPending(cart, new Map([[2, 7]]))
  expect(changed).toMatchObject({ quantity: 9, sub_total: 40.68, total: 40.68, pv: 27 })
  expect(changed.line_items[1]).toMatchObject({ quantity: 7, total_price: 0.7, pv: 7 })
})

test('a pending removal keeps the other lines', () => {
  expect(withPending(cart, new Map([[1, 0]]))).toMatchObject({
    line_items: [{ id: 2 }],
    quantity: 3,
    sub_total: 0.3,
    pv: 3,
  })
  expect(
    withPending(
      cart,
      new Map([
        [1, 0],
        [2, 0],
      ]),
    ),
  ).toMatchObject({ line_items: [], quantity: 0, sub_total: 0 })
})
