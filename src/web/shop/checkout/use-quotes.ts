import { useQuery } from '@tanstack/react-query'
import type { Cart } from '#contract/cart/calls.ts'
import type { ShippingQuote } from '#contract/checkout/calls.ts'
import { ApiError } from '#web/api/api.ts'
import { type QuoteDestination, quotesQuery } from './pricing-queries.ts'
import { isSignedOut } from './SignInAgain.tsx'

export type Quotes = {
  /** Empty without a destination, while quotes load, and after an error. */
  list: readonly ShippingQuote[]
  hasDestination: boolean
  fetching: boolean
  error: string | undefined
  /** Set when a retry may help; a refusal by the server is final. */
  retry: (() => void) | undefined
  /** The session that owned the address has ended. */
  signedOut: boolean
}

/** Shipping quotes for the destination and the cart. */
export function useQuotes(destination: QuoteDestination | undefined, cart: Cart | null): Quotes {
  const { data, error, isFetching, refetch } = useQuery(quotesQuery(destination, cart))
  const list = error ? undefined : data
  return {
    list: list ?? [],
    hasDestination: destination !== undefined,
    fetching: isFetching && !list,
    error: error && !isFetching ? quoteErrorMessage(error) : undefined,
    retry: error instanceof ApiError && error.status < 500 ? undefined : () => void refetch(),
    signedOut: isSignedOut(error),
  }
}

const quoteErrorMessage = (error: Error): string =>
  error instanceof ApiError
    ? (error.problem?.detail ?? `Shipping quotes are not available (status ${error.status}).`)
    : 'We couldn’t load shipping rates. Please check your connection.'
