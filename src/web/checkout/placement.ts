import type { Cart } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'

/**
 * An attempt to place an order. The key stays the same as long as `what` does, so any number of sends make one order.
 */
export type Attempt = {
  key: string
  what: string
  /** The total that was shown; an order that would come to another one is refused. */
  total?: number | undefined
  /** True when it was sent without an answer: the order may exist. */
  unanswered: boolean
}

/**
 * What an attempt orders: the form and the cart's lines. Lines have ids of their own, so the same goods in a later cart
 * are another order. Card fields are left out, because this text is stored.
 */
export function describeOrder({ payment, ...form }: PlaceOrder, cart: Cart): string {
  const lines = cart.line_items.map(({ id, quantity, price }) => [id, quantity, price])
  return JSON.stringify([form, payment.payment_type, lines])
}

/**
 * Returns the current attempt if it is about the same order, else a new one. An unanswered attempt is sent again
 * unchanged, with its total: it may be the order already.
 */
export function attemptFor(
  { what, total }: { what: string; total: number },
  earlier: Attempt | undefined,
  makeKey: () => string,
): Attempt {
  if (earlier?.what !== what) return { key: makeKey(), what, total, unanswered: false }
  return earlier.unanswered ? earlier : { ...earlier, total }
}
