import type { Cart } from '#contract/cart/calls.ts'
import { cents, timesQuantity, toCents, toDollars } from '#domain/money/money.ts'
import { calculateCartTotals } from '#domain/pricing/cart-totals.ts'

/** Pending changes: a line's new quantity, or 0 for removal. */
export type Pending = ReadonlyMap<number, number>

/** Applies pending changes to the cart; the server's response replaces the result. */
export function withPending(cart: Cart, pending: Pending): Cart {
  if (pending.size === 0) return cart
  const line_items = cart.line_items.flatMap((line) => {
    const quantity = pending.get(line.id) ?? line.quantity
    if (quantity === 0) return []
    if (quantity === line.quantity) return [line]
    const total_price = toDollars(timesQuantity(toCents(line.price), quantity))
    // Only the response can tell whether a smaller quantity is available.
    const available = line.available || quantity < line.quantity
    return [{ ...line, quantity, total_price, available, pv: (line.pv / line.quantity) * quantity }]
  })
  const totals = calculateCartTotals(
    line_items.map(({ price, quantity, pv }) => ({ priceCents: toCents(price), quantity, pv: pv / quantity })),
  )
  const sub_total = toDollars(cents(totals.subTotalCents))
  return { ...cart, line_items, quantity: totals.quantity, sub_total, total: sub_total, pv: totals.pv }
}
