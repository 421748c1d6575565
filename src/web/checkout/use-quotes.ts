import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#contract/cart.ts'
import type { ShippingQuote } from '#contract/checkout.ts'
import { ApiError } from '#web/api.ts'
import { type QuoteDestination, quotesQuery } from './pricing-queries.ts'

export type Quotes = {
  /** Empty while there is no place to send to, while they are fetched and when they cannot be had. */
  list: readonly ShippingQuote[]
  asked: boolean
  fetching: boolean
  error: string | undefined
  /** Where asking again may help: the server's own no stays a no. */
  askAgain: (() => void) | undefined
}

/** Shipping quotes for where the order goes and what is in the cart. */
export function useQuotes(destination: QuoteDestination | undefined, cart: Cart | null): Quotes {
  const { data, error, isFetching, refetch } = useQuery(quotesQuery(destination, cart))
  return {
    list: error ? [] : (data ?? []),
    asked: destination !== undefined,
    fetching: isFetching && !data,
    error: error && !isFetching ? sentence(error) : undefined,
    askAgain: error instanceof ApiError && error.status < 500 ? undefined : () => void refetch(),
  }
}

const sentence = (error: Error): string =>
  error instanceof ApiError
    ? (error.problem?.detail ?? `Shipping quotes are not available (status ${error.status}).`)
    : 'Shipping quotes could not be fetched. Please check your connection.'
