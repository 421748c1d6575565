import { expect, it } from 'vitest'
import type { Cart, LineItem } from '#contract/cart/calls.ts'
import { checkoutBlockReason } from './checkout-block-reason.ts'

const line = (available: boolean) => ({ available, product: { product_name: 'Steam Brush' } }) as LineItem
const cart = (overrides: Partial<Cart>) =>
  ({ line_items: [line(true)], sub_total: 30, minimum_sub_total: 25, ...overrides }) as Cart

it.each([
  [null, 'There are no items in your cart.'],
  [cart({ line_items: [] }), 'There are no items in your cart.'],
  [cart({ sub_total: 24.99 }), 'The minimum order is $25.00. Add $0.01 more to check out.'],
  [
    cart({ line_items: [line(true), line(false)] }),
    'Steam Brush is not available in this quantity. Reduce the quantity or remove it to check out.',
  ],
  [
    cart({ line_items: [line(false), line(false)], sub_total: 1 }),
    '2 products are not available in the quantities you chose. Reduce or remove them to check out.',
  ],
  [cart({ sub_total: 25 }), undefined],
])('%o cannot be ordered because of %j', (cart, reason) => {
  expect(checkoutBlockReason(cart)).toBe(reason)
})
