import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Cart } from '#contract/cart/calls.ts'
import { emptyForm } from './checkout-form.ts'
import { toTotalsInput, totalsQuery } from './pricing-queries.ts'

const cart = { sub_total: 114, line_items: [] as Cart['line_items'] } as Cart
const pickup = emptyForm(new Date(2026, 6, 4))
const delivery = {
  ...pickup,
  type: 'D' as const,
  shipping: { ...pickup.shipping, zip: '10001' },
  shipping_method: 'ground',
}

test('a delivery without a selected state has no total, not that of an earlier pickup', () => {
  const client = new QueryClient()
  client.setQueryData(totalsQuery(toTotalsInput(pickup), cart).queryKey, { order_total: 114 } as never)
  const unknown = totalsQuery(toTotalsInput(delivery), cart)
  expect(unknown.enabled).toBe(false)
  expect(client.getQueryData(unknown.queryKey)).toBeUndefined()
})

test('a delivery to a state and ZIP has its own total', () => {
  const input = toTotalsInput({ ...delivery, shipping: { ...delivery.shipping, state: 'NY' } })
  expect(input).toEqual({ type: 'D', shipping_method: 'ground', state: 'NY', zipcode: '10001' })
})
