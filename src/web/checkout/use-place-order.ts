import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart.ts'
import { BUYER_HEADER, type PlaceOrder } from '#contract/checkout.ts'
import { messages } from '#contract/messages.ts'
import type { PlacedOrder } from '#contract/order.ts'
import { ApiError, get, post } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { currentUser, setCart } from '#web/client/personal.ts'
import { lastOrderQuery, ordersPages } from '#web/order/queries.ts'
import { userQuery } from '#web/sign-in/queries.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { checkoutForm, clearCheckoutForm } from './checkout-store.ts'
import { keepAttempt, keptAttempt } from './kept-attempt.ts'
import { type Attempt, attemptFor, unansweredOf } from './placement.ts'
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
      if (what === AGAIN) return findOrder(unansweredOf(keptAttempt()))
      const { cart, total } = what
      const form = orderForm(checkoutForm())
      const attempt = attemptFor({ form, cart, total }, keptAttempt(), () => crypto.randomUUID())
      keepAttempt({ ...attempt, unanswered: true })
      try {
        return await send(attempt, form.payment)
      } catch (error) {
        // An order that was sent before may have emptied the cart.
        if (isCartEmpty(error) && attempt.before) return findOrder(unansweredOf(attempt.before))
        // What the shop says of this order is about the earlier sends, too; that one came too often, say, is not.
        if (isRefusal(error)) keepAttempt({ ...attempt, unanswered: attempt.unanswered && !isAboutOrder(error) })
        throw error
      }
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
    async onError(error) {
      // The order's basis has changed, perhaps in another tab: the page must show the current state.
      if (!isRefusal(error) || !isAboutOrder(error)) return
      setCart(await get('readCart'))
      await client.invalidateQueries(allTotals)
      if (error.problem?.errors?.['shipping.address_id']) await client.invalidateQueries(userQuery())
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

/** Sends an attempt as it was sent before; card fields, which are not kept, as they are in the form now. */
function send({ key, form, total }: Attempt, payment: PlaceOrder['payment']): Promise<PlacedOrder> {
  const sent = form.payment.payment_type === payment.payment_type ? payment : form.payment
  const body = { ...form, payment: sent, reviewed_total: total } as PlaceOrder
  const user = currentUser()
  const buyer = user && { [BUYER_HEADER]: String(user.id) }
  return post('placeOrder', { body, headers: { 'idempotency-key': key, ...buyer } })
}

/** The order that one of the attempts became; throws the shop's last word if none did. */
async function findOrder([attempt, ...others]: readonly Attempt[]): Promise<PlacedOrder> {
  if (!attempt) throw new Error('There is no order to send again')
  try {
    return await send(attempt, checkoutForm().payment as PlaceOrder['payment'])
  } catch (error) {
    if (others.length === 0 || !isCartEmpty(error)) throw error
    return findOrder(others)
  }
}

/** True when the shop itself refused, so nothing was ordered by that request. Any other error leaves that open. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem !== undefined && error.status < 500

const isAboutOrder = ({ status }: ApiError): boolean => status === 409 || status === 422

/** The shop knows no order under the key, and there is nothing to make one of. */
export const isCartEmpty = (error: unknown): boolean => isRefusal(error) && error.problem?.detail === messages.cartEmpty
