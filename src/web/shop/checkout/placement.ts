import type { Cart } from '#contract/cart/calls.ts'
import type { PlaceOrder } from '#contract/checkout/calls.ts'

/**
 * An attempt to place an order. The key stays the same as long as `what` does, so any number of requests create one
 * order.
 */
export type Attempt = {
  key: string
  what: string
  /** Total that was displayed; the server refuses an order with a different one. */
  total?: number | undefined
  /** Submitted form without card fields; this is stored. */
  form: PlaceOrder | OrderWithoutCard
  /** True when it was sent without a response: the order may exist. */
  unanswered: boolean
  /** Previous attempt, if it has no response either. */
  before?: Attempt | undefined
}
type OrderWithoutCard = Omit<PlaceOrder, 'payment'> & {
  payment: { payment_type: PlaceOrder['payment']['payment_type'] }
}

/** The form without card fields, which are not stored. */
export const omitCard = ({ payment, ...form }: PlaceOrder): OrderWithoutCard => ({
  ...form,
  payment: { payment_type: payment.payment_type },
})

/**
 * Describes what an attempt orders: the form and the cart's lines. Line ids are unique, so the same goods in a later
 * cart are another order.
 */
export function describeOrder(form: PlaceOrder, cart: Cart): string {
  const { payment, ...rest } = omitCard(form)
  const lines = cart.line_items.map(({ id, quantity, price }) => [id, quantity, price])
  return JSON.stringify([rest, payment.payment_type, lines])
}

/**
 * Returns the current attempt if it describes the same order, else a new one that keeps an unanswered predecessor. An
 * unanswered attempt is sent again unchanged, with its total, because the order may exist already.
 */
export function resolveAttempt(
  { form, cart, total }: { form: PlaceOrder; cart: Cart; total: number },
  previous: Attempt | undefined,
  createKey: () => string,
): Attempt {
  const what = describeOrder(form, cart)
  if (previous?.what === what) return previous.unanswered ? previous : { ...previous, total }
  const [before] = attemptsWithoutResponse(previous)
  return { key: createKey(), what, total, form: omitCard(form), unanswered: false, before }
}

/** Attempts with an unknown outcome, latest first. */
export function attemptsWithoutResponse(attempt: Attempt | undefined): Attempt[] {
  if (!attempt) return []
  return [...(attempt.unanswered ? [attempt] : []), ...attemptsWithoutResponse(attempt.before)]
}
