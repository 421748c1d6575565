import { queryOptions } from '@tanstack/react-query'
import type { Cart } from '#contract/cart/calls.ts'
import { callQuery } from '#web/api/query.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** Quotes take a ZIP of exactly this length (docs/specification §9). */
const QUOTE_ZIP_LENGTH = 5

export type QuoteDestination = { zipcode: string } | { address_id: string }

/** Destination to quote for; undefined without a saved address or a complete ZIP. */
export function quoteDestination({
  type,
  shipping,
}: Pick<CheckoutForm, 'type' | 'shipping'>): QuoteDestination | undefined {
  if (type !== 'D') return undefined
  if (Number(shipping.address_id) !== 0) return { address_id: shipping.address_id }
  return shipping.zip.length === QUOTE_ZIP_LENGTH ? { zipcode: shipping.zip } : undefined
}

/** The cart's contents are part of the key, so that a changed cart gets a new quote. */
export const quotesQuery = (destination: QuoteDestination | undefined, cart: Cart | null) =>
  queryOptions({
    ...callQuery('quotes', { query: destination ?? {}, unsent: cartContent(cart) }),
    // Fails immediately when offline instead of waiting.
    networkMode: 'always',
    enabled: destination !== undefined && cart !== null,
  })

export type TotalsInput =
  | { type: 'P' }
  | ({ type: 'D'; shipping_method: string } & ({ address_id: string } | { state: string; zipcode: string }))

/** Everything besides the cart that determines the total; undefined while the form is incomplete. */
export function toTotalsInput(
  form: Pick<CheckoutForm, 'type' | 'shipping' | 'shipping_method'>,
): TotalsInput | undefined {
  if (form.type === 'P') return { type: 'P' }
  const destination = quoteDestination(form)
  if (destination === undefined || form.shipping_method === '') return undefined
  const delivery = { type: 'D', shipping_method: form.shipping_method } as const
  if ('address_id' in destination) return { ...delivery, ...destination }
  return form.shipping.state === '' ? undefined : { ...delivery, ...destination, state: form.shipping.state }
}

/**
 * Refetched on every change of the cart, prices included; stale data refreshes immediately. Without a question, uses a
 * separate key without data, never that of a pickup.
 */
export const totalsQuery = (input: TotalsInput | undefined, cart: Cart) =>
  queryOptions({
    ...callQuery('totals', { query: input ?? { type: 'D' }, unsent: [cartContent(cart), cart.sub_total] }),
    networkMode: 'always',
    staleTime: 0,
    enabled: input !== undefined,
  })

/** Matches the totals of every cart and question. */
export const allTotals = { queryKey: ['totals'] } as const

const cartContent = (cart: Cart | null) =>
  (cart?.line_items ?? []).map(({ product_id, quantity }) => ({ product_id, quantity }))
