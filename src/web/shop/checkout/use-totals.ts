import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#contract/cart/calls.ts'
import type { OrderTotals } from '#contract/orders/calls.ts'
import type { Progress } from '#web/account/orders/ReceiptTotals.tsx'
import { ApiError } from '#web/api/api.ts'
import { useCheckoutForm } from './checkout-store.ts'
import { previewTotals } from './preview.ts'
import { quoteDestination, toTotalsInput, totalsQuery } from './pricing-queries.ts'
import { isSignedOut } from './SignInAgain.tsx'
import { useQuotes } from './use-quotes.ts'

export type Totals = {
  /**
   * Totals from the server. Until they arrive, the tax is missing, so only what `open` marks as known may be displayed.
   */
  totals: OrderTotals
  delivery: boolean
  open: { shipping: Progress; total: Progress }
  error: string | undefined
  /** Set when a retry may help. */
  retry: (() => void) | undefined
  signedOut: boolean
}

/** Amount to charge for an order of this cart and form. */
export function useTotals(cart: Cart): Totals {
  const form = useCheckoutForm()
  const delivery = form.type === 'D'
  const quotes = useQuotes(quoteDestination(form), cart)
  const quote = quotes.list.find(({ name }) => name === form.shipping_method)
  const hasShippingPrice = !delivery || quote !== undefined
  const input = hasShippingPrice ? toTotalsInput(form) : undefined
  const { data, error, isFetching, refetch } = useQuery(totalsQuery(input, cart))
  const shipping = hasShippingPrice ? 'known' : quotes.fetching ? 'fetching' : 'missing'
  // Keeps a displayed total, so that the order can be resent after a lost response.
  const hasFailed = error !== null && !isFetching && data === undefined
  const isRefused = error instanceof ApiError && error.status < 500
  const retry = hasFailed && !isRefused ? () => void refetch() : undefined
  return {
    totals: data ?? previewTotals(cart, delivery, quote),
    delivery,
    open: {
      shipping,
      total: data ? 'known' : isFetching || shipping === 'fetching' ? 'fetching' : 'missing',
    },
    error: hasShippingPrice ? (hasFailed ? totalErrorMessage(error) : undefined) : quotes.error,
    retry: quotes.error === undefined ? retry : quotes.retry,
    signedOut: quotes.signedOut || isSignedOut(error),
  }
}

const totalErrorMessage = (error: Error): string =>
  (error instanceof ApiError && error.problem?.detail) ||
  'We couldn’t calculate the total. Please check your connection.'
