import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import type { PlacedOrder } from '#contract/order.ts'
import { ApiError, getJson, overNetwork, postJson } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { csrfToken, setCart } from '#web/personal.ts'
import { checkoutForm, clearCheckoutForm } from './checkout-store.ts'
import { keptForSession } from './kept-for-session.ts'
import { type Attempt, attemptFor, describeOrder } from './placement.ts'
import { lastOrderQuery } from './queries.ts'
import { orderForm } from './steps.ts'

const kept = keptForSession('checkout-attempt')

const earlierAttempt = (): Attempt | undefined => {
  const text = kept.read()
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}

/**
 * Places the order for what the cart shows. The key stays until an answer says that the order is placed, also over a
 * reload: whoever tries again after a lost answer gets that order, not a second one.
 */
export function usePlaceOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation<PlacedOrder, ApiError | Error, Cart>({
    // Offline is an answer too: it must not wait in silence and order later.
    networkMode: 'always',
    mutationFn(cart) {
      const form = orderForm(checkoutForm())
      const attempt = attemptFor(describeOrder(form, cart), earlierAttempt(), () => crypto.randomUUID())
      kept.keep(JSON.stringify(attempt))
      return postJson<PlacedOrder>(overNetwork, paths.api.placeOrder, form, csrfToken(), {
        'idempotency-key': attempt.key,
      })
    },
    async onSuccess(order, cart) {
      client.setQueryData(lastOrderQuery().queryKey, order)
      // First away from the page that has nothing to show without a cart, then the cart.
      await navigate(paths.success, { replace: true, viewTransition: true })
      kept.forget()
      clearCheckoutForm()
      setCart(emptied(cart))
    },
    async onError(error) {
      // What the order rested on has changed: the page must show how it is now.
      if (error instanceof ApiError && error.status === 409) {
        setCart(await getJson<Cart>(overNetwork, paths.api.cart))
      }
    },
  })
}

/** What the server answers for a cart whose lines became an order. */
const emptied = (cart: Cart): Cart => ({
  ...cart,
  line_items: [],
  quantity: 0,
  sub_total: 0,
  total: 0,
  pv: 0,
  layerProduct: null,
})
