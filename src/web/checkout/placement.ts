import type { Cart } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'

/** An attempt to place an order. As long as `what` is the same, so is the key: any number of sends make one order. */
export type Attempt = {
  key: string
  what: string
  /** The total that was shown: an order that comes to another one is refused. */
  total?: number | undefined
  /** It was sent and nothing came back: the order may be there. */
  unanswered: boolean
}

/**
 * What an attempt is about: the form and the lines it orders. The lines have numbers of their own, so that the same
 * goods in a later cart are another order. Card fields stay out, this text is stored.
 */
export function describeOrder({ payment, ...form }: PlaceOrder, cart: Cart): string {
  const lines = cart.line_items.map(({ id, quantity, price }) => [id, quantity, price])
  return JSON.stringify([form, payment.payment_type, lines])
}

/**
 * The attempt so far if it is about the same order, else a new one. One that was never answered is sent as it was, its
 * total included: it may be the order already.
 */
export function attemptFor(
  { what, total }: { what: string; total: number },
  earlier: Attempt | undefined,
  makeKey: () => string,
): Attempt {
  if (earlier?.what !== what) return { key: makeKey(), what, total, unanswered: false }
  return earlier.unanswered ? earlier : { ...earlier, total }
}
