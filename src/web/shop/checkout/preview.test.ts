import { expect, test } from 'vitest'
import type { Cart } from '#contract/cart/calls.ts'
import { previewTotals } from './preview.ts'

const cart = { sub_total: 200.1 } as Cart
const ground = { name: 'ground', label: 'Ground', price: 7.95 }

test('a pickup costs its sub-total', () => {
  expect(previewTotals(cart, false, undefined)).toEqual({
    sub_total: 200.1,
    discount: 0,
    discount_percent: null,
    insurance: 0,
    shipping_price: 0,
    tax: 0,
    taxes: [],
    tax_certificate: null,
    order_total: 200.1,
  })
})

test('a delivery adds insurance and the chosen shipping price, to the cent', () => {
  expect(previewTotals(cart, true, ground)).toMatchObject({ insurance: 4.5, shipping_price: 7.95, order_total: 212.55 })
})

test('a delivery is insured before a method is chosen', () => {
  expect(previewTotals(cart, true, undefined)).toMatchObject({ insurance: 4.5, shipping_price: 0 })
})
