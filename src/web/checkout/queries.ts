import { queryOptions } from '@tanstack/react-query'
import type { Cart } from '#contract/cart.ts'
import type { ShippingQuote } from '#contract/checkout.ts'
import type { States } from '#contract/content.ts'
import type { Order, PlacedOrder } from '#contract/order.ts'
import { paths } from '#web/paths.ts'

export const statesQuery = () =>
  queryOptions<States>({ queryKey: [paths.api.states], meta: { tags: () => ['states'] } })

export const lastOrderQuery = () => queryOptions<PlacedOrder>({ queryKey: [paths.api.lastOrder] })

export const guestOrderQuery = (id: number, key: string) =>
  queryOptions<Order>({ queryKey: [paths.api.guestOrder(id, key)] })

/** Quotes are for a ZIP of exactly this length (specification §9). */
export const QUOTE_ZIP_LENGTH = 5

/**
 * Quotes are for a parcel: what is in the cart is part of the key, as a fragment, which a request leaves out. A changed
 * cart is thereby another query, asked anew.
 */
export const quotesQuery = (zip: string, cart: Cart | null) =>
  queryOptions<ShippingQuote[]>({
    queryKey: [`${paths.api.quotes(zip)}#${contentOf(cart)}`],
    // Without a network there is an error to show, not a wait for better times.
    networkMode: 'always',
    enabled: zip.length === QUOTE_ZIP_LENGTH && cart !== null,
  })

const contentOf = (cart: Cart | null): string =>
  (cart?.line_items ?? []).map(({ product_id, quantity }) => `${product_id}x${quantity}`).join(',')
