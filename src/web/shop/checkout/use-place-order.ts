import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart/calls.ts'
import { BUYER_HEADER, type PlaceOrder } from '#contract/checkout/calls.ts'
import type { PlacedOrder } from '#contract/orders/calls.ts'
import { lastOrderQuery, ordersPages } from '#web/account/orders/queries.ts'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { ApiError, get, post } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { currentUser, setCart } from '#web/api/personal.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { checkoutForm, clearCheckoutForm } from './checkout-store.ts'
import { type Attempt, attemptsWithoutResponse, resolveAttempt } from './placement.ts'
import { allTotals } from './pricing-queries.ts'
import { toOrderForm } from './steps.ts'
import { loadAttempt, saveAttempt } from './stored-attempt.ts'

const mutationKey = ['placeOrder'] as const

/** The cart and total displayed to the buyer. */
type ReviewedCart = { cart: Cart; total: number }

/** Resends the order form with its key; returns the order if it was placed. */
export const RETRY = 'again'

/**
 * Places the order for the displayed cart. Keeps the key until a response confirms the order, even across a reload:
 * retrying after a lost response returns that order, not a second one.
 */
export function usePlaceOrder() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation<PlacedOrder, ApiError | Error, ReviewedCart | typeof RETRY, CheckoutForm>({
    mutationKey,
    // Must fail immediately when offline: a queued order would be placed later without notice.
    networkMode: 'always',
    onMutate: checkoutForm,
    async mutationFn(input) {
      if (input === RETRY) return findOrder(attemptsWithoutResponse(loadAttempt()))
      const { cart, total } = input
      const form = toOrderForm(checkoutForm())
      const attempt = resolveAttempt({ form, cart, total }, loadAttempt(), () => crypto.randomUUID())
      saveAttempt({ ...attempt, unanswered: true })
      try {
        return await send(attempt, form.payment)
      } catch (error) {
        // An earlier attempt may have placed the order and emptied the cart.
        if (isCartEmpty(error) && attempt.before) return findOrder(attemptsWithoutResponse(attempt.before))
        // A refusal of this order also settles the earlier requests; rate limiting, for example, does not.
        if (isRefusal(error)) saveAttempt({ ...attempt, unanswered: attempt.unanswered && !isAboutOrder(error) })
        throw error
      }
    },
    async onSuccess(order) {
      client.setQueryData(lastOrderQuery().queryKey, order)
      // The account's order list has changed.
      client.removeQueries(ordersPages)
      // Navigates before clearing the cart, because the page cannot render without one.
      await navigate(paths.success, { replace: true, viewTransition: true })
      saveAttempt(undefined)
      clearCheckoutForm()
      setCart(await get('readCart'))
    },
    async onError(error) {
      // The data behind the order changed, perhaps in another tab: refetches the current state.
      if (!isRefusal(error) || !isAboutOrder(error)) return
      setCart(await get('readCart'))
      await client.invalidateQueries(allTotals)
      if (error.problem?.code === 'address_not_found') await client.invalidateQueries(userQuery())
    },
  })
  const { variables, context: form } = mutation
  const busy = mutation.isPending || mutation.isSuccess
  return {
    error: mutation.error,
    submittedAt: mutation.submittedAt,
    /** True from the click until the user leaves the page. */
    busy,
    /** Order being placed or just placed: the page may still be fading out after cart and form are empty. */
    submitted: busy && form && variables && variables !== RETRY ? { cart: variables.cart, form } : undefined,
    placeOrder(input: ReviewedCart | typeof RETRY) {
      // The second click of a double click arrives before the button is disabled.
      if (client.isMutating({ mutationKey }) === 0) mutation.mutate(input)
    },
  }
}

/** Resends an attempt unchanged; card fields, which are not stored, come from the form. */
function send({ key, form, total }: Attempt, payment: PlaceOrder['payment']): Promise<PlacedOrder> {
  const sentPayment = form.payment.payment_type === payment.payment_type ? payment : form.payment
  const body = { ...form, payment: sentPayment, reviewed_total: total } as PlaceOrder
  const user = currentUser()
  const buyer = user && { [BUYER_HEADER]: String(user.id) }
  return post('placeOrder', { body, headers: { 'idempotency-key': key, ...buyer } })
}

/** Returns the order that one of the attempts created; throws the server's last error if none did. */
async function findOrder([attempt, ...earlierAttempts]: readonly Attempt[]): Promise<PlacedOrder> {
  if (!attempt) throw new Error('There is no order to send again')
  try {
    return await send(attempt, checkoutForm().payment as PlaceOrder['payment'])
  } catch (error) {
    if (earlierAttempts.length === 0 || !isCartEmpty(error)) throw error
    return findOrder(earlierAttempts)
  }
}

/** True for a refusal by the server, so that request ordered nothing. Any other error leaves that open. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem !== undefined && error.status < 500

const isAboutOrder = ({ status }: ApiError): boolean => status === 409 || status === 422

/** True if there is no order for the key and the cart is empty. */
export const isCartEmpty = (error: unknown): boolean => isRefusal(error) && error.problem?.code === 'cart_empty'
