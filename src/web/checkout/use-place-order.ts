import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { PlacedOrder } from '#contract/order.ts'
import { ApiError, get, post } from '#web/client/api.ts'
import { isErrorOf } from '#web/client/is-error-of.ts'
import { paths } from '#web/client/paths.ts'
import { setCart } from '#web/client/personal.ts'
import { lastOrderQuery, ordersPages } from '#web/order/queries.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { checkoutForm, clearCheckoutForm } from './checkout-store.ts'
import { keepAttempt, keptAttempt } from './kept-attempt.ts'
import { attemptFor, describeOrder } from './placement.ts'
import { allTotals } from './pricing-queries.ts'
import { orderForm } from './steps.ts'

const mutationKey = ['placeOrder'] as const

/** What the buyer sees: the cart and its total. */
type Reviewed = { cart: Cart; total: number }

/** Sends the order form again under its key; answered with that order if it was placed. */
export const AGAIN = 'again'

/**
 * Places the order for the cart as shown. The key stays until an answer confirms the order, even across a reload:
 * trying again after a lost answer yields that order, not a second one.
 */
export function usePlaceOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const placing = useMutation<PlacedOrder, ApiError | Error, Reviewed | typeof AGAIN, CheckoutForm>({
    mutationKey,
    // Offline must fail at once: the order must not wait in silence and be placed later.
    networkMode: 'always',
    onMutate: checkoutForm,
    async mutationFn(what) {
      const form = orderForm(checkoutForm())
      const earlier = keptAttempt()
      const attempt =
        what === AGAIN
          ? earlier
          : attemptFor({ what: describeOrder(form, what.cart), total: what.total }, earlier, () => crypto.randomUUID())
      if (!attempt) throw new Error('There is no order to send again')
      keepAttempt({ ...attempt, unanswered: true })
      const headers = { 'idempotency-key': attempt.key }
      const body = { ...form, reviewed_total: attempt.total }
      return post('placeOrder', { body, headers })
    },
    async onSuccess(order) {
      client.setQueryData(lastOrderQuery().queryKey, order)
      // The account's list of orders has changed.
      client.removeQueries(ordersPages)
      // First leave the page, which has nothing to show without a cart; then clear the cart.
      await navigate(paths.success, { replace: true, viewTransition: true })
      keepAttempt(undefined)
      clearCheckoutForm()
      setCart(await get('readCart'))
    },
    async onError(error, what) {
      if (!isRefusal(error) || what === AGAIN) return
      const attempt = keptAttempt()
      if (attempt) keepAttempt({ ...attempt, unanswered: false })
      // The order's basis has changed: the page must show the current state.
      if (!isErrorOf('placeOrder', error) || error.status !== 409) return
      setCart(await get('readCart'))
      await client.invalidateQueries(allTotals)
    },
  })
  const { variables, context: form } = placing
  const busy = placing.isPending || placing.isSuccess
  return {
    error: placing.error,
    submittedAt: placing.submittedAt,
    /** True from the click until the page is left for good. */
    busy,
    /** What is being or was ordered: the page may fade out after cart and form are empty. */
    submitted: busy && form && variables && variables !== AGAIN ? { cart: variables.cart, form } : undefined,
    placeOrder(what: Reviewed | typeof AGAIN) {
      // The second click of a double click comes before the button is disabled.
      if (client.isMutating({ mutationKey }) === 0) placing.mutate(what)
    },
  }
}

/** True when the shop itself refused, so nothing was ordered. Any other error leaves that open. */
export const isRefusal = (error: Error): error is ApiError =>
  error instanceof ApiError && error.problem !== undefined && error.status < 500
