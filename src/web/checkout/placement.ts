import type { Cart } from '#contract/cart.ts'
import type { PlaceOrder } from '#contract/checkout.ts'

/** An attempt to place an order. As long as `what` is the same, so is the key: any number of sends make one order. */
export type Attempt = {
  key: string
  what: string
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

/** The attempt so far if it is about the same order, else a new one. */
export const attemptFor = (what: string, earlier: Attempt | undefined, makeKey: () => string): Attempt =>
  earlier?.what === what ? earlier : { key: makeKey(), what, unanswered: false }
