import { queryOptions } from '@tanstack/react-query'
import type { Cart } from '#contract/cart.ts'
import type { ShippingQuote } from '#contract/checkout.ts'
import type { States } from '#contract/content.ts'
import type { Order, PlacedOrder } from '#contract/order.ts'
import { tagsOf } from '#contract/page-tags.ts'
import { paths } from '#web/paths.ts'
import type { CheckoutForm } from './checkout-form.ts'

export const statesQuery = () => queryOptions<States>({ queryKey: [paths.api.states], meta: { tags: tagsOf.states } })

export const lastOrderQuery = () => queryOptions<PlacedOrder>({ queryKey: [paths.api.lastOrder] })

export const guestOrderQuery = (id: number, key: string) =>
  queryOptions<Order>({ queryKey: [paths.api.guestOrder(id, key)] })

/** Quotes are for a ZIP of exactly this length (specification §9). */
export const QUOTE_ZIP_LENGTH = 5

export type QuotePlace = { zipcode: string } | { address_id: string }

/** Where a delivery's quotes are for; nowhere as long as there is neither a saved address nor a whole ZIP. */
export function quotePlace({ type, shipping }: Pick<CheckoutForm, 'type' | 'shipping'>): QuotePlace | undefined {
  if (type !== 'D') return undefined
  if (Number(shipping.address_id) !== 0) return { address_id: shipping.address_id }
  return shipping.zip.length === QUOTE_ZIP_LENGTH ? { zipcode: shipping.zip } : undefined
}

/**
 * Quotes are for a parcel: what is in the cart is part of the key, as a fragment, which a request leaves out. A changed
 * cart is thereby another query, asked anew.
 */
export const quotesQuery = (place: QuotePlace | undefined, cart: Cart | null) =>
  queryOptions<ShippingQuote[]>({
    queryKey: [`${paths.api.quotes(place ?? { zipcode: '' })}#${contentOf(cart)}`],
    // Without a network there is an error to show, not a wait for better times.
    networkMode: 'always',
    enabled: place !== undefined && cart !== null,
  })

const contentOf = (cart: Cart | null): string =>
  (cart?.line_items ?? []).map(({ product_id, quantity }) => `${product_id}x${quantity}`).join(',')
