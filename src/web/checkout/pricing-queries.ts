import { queryOptions } from '@tanstack/react-query'
import type { Cart } from '#contract/cart.ts'
import { callQuery } from '#web/client/query.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** Quotes take a ZIP of exactly this length (docs/specification §9). */
const QUOTE_ZIP_LENGTH = 5

export type QuoteDestination = { zipcode: string } | { address_id: string }

/** The destination to quote for; undefined as long as there is neither a saved address nor a whole ZIP. */
export function quoteDestination({
  type,
  shipping,
}: Pick<CheckoutForm, 'type' | 'shipping'>): QuoteDestination | undefined {
  if (type !== 'D') return undefined
  if (Number(shipping.address_id) !== 0) return { address_id: shipping.address_id }
  return shipping.zip.length === QUOTE_ZIP_LENGTH ? { zipcode: shipping.zip } : undefined
}

/** Quotes are for a parcel: what is in the cart is part of the key, so that a changed cart is another query, asked anew. */
export const quotesQuery = (destination: QuoteDestination | undefined, cart: Cart | null) =>
  queryOptions({
    ...callQuery('quotes', { query: destination ?? {}, unsent: contentOf(cart) }),
    // Without a network, fail at once instead of waiting for one.
    networkMode: 'always',
    enabled: destination !== undefined && cart !== null,
  })

export type TotalsQuestion =
  | { type: 'P' }
  | ({ type: 'D'; shipping_method: string } & ({ address_id: string } | { state: string; zipcode: string }))

/** What determines the total of the form's order, besides the cart; undefined while the form is incomplete. */
export function totalsQuestion(
  form: Pick<CheckoutForm, 'type' | 'shipping' | 'shipping_method'>,
): TotalsQuestion | undefined {
  if (form.type === 'P') return { type: 'P' }
  const destination = quoteDestination(form)
  if (destination === undefined || form.shipping_method === '') return undefined
  const chosen = { type: 'D', shipping_method: form.shipping_method } as const
  if ('address_id' in destination) return { ...chosen, ...destination }
  return form.shipping.state === '' ? undefined : { ...chosen, ...destination, state: form.shipping.state }
}

/**
 * Fetched again for every change of the cart, prices included; stale answers are refreshed at once. Without a question
 * it has a key of its own, which has no answer: never that of a Pickup.
 */
export const totalsQuery = (question: TotalsQuestion | undefined, cart: Cart) =>
  queryOptions({
    ...callQuery('totals', { query: question ?? { type: 'D' }, unsent: [contentOf(cart), cart.sub_total] }),
    networkMode: 'always',
    staleTime: 0,
    enabled: question !== undefined,
  })

/** The totals of whichever cart and question. */
export const allTotals = { queryKey: ['totals'] } as const

const contentOf = (cart: Cart | null) =>
  (cart?.line_items ?? []).map(({ product_id, quantity }) => ({ product_id, quantity }))
