import type { Cart } from '#contract/cart.ts'
import { cartTotals } from '#domain/cart/totals.ts'
import { cents, timesQuantity, toCents, toDollars } from '#domain/money.ts'

/** Changes in progress: a line's new quantity, or 0 for a line being removed. */
export type Pending = ReadonlyMap<number, number>

/** The cart as it will be once the pending changes arrive; the server's answer replaces it. */
export function withPending(cart: Cart, pending: Pending): Cart {
  if (pending.size === 0) return cart
  const line_items = cart.line_items.flatMap((line) => {
    const quantity = pending.get(line.id) ?? line.quantity
    if (quantity === 0) return []
    if (quantity === line.quantity) return [line]
    const total_price = toDollars(timesQuantity(toCents(line.price), quantity))
    // Only the answer can say whether a smaller quantity is available.
    const available = line.available || quantity < line.quantity
    return [{ ...line, quantity, total_price, available, pv: (line.pv / line.quantity) * quantity }]
  })
  const totals = cartTotals(
    line_items.map(({ price, quantity, pv }) => ({ priceCents: toCents(price), quantity, pv: pv / quantity })),
  )
  const sub_total = toDollars(cents(totals.subTotalCents))
  return { ...cart, line_items, quantity: totals.quantity, sub_total, total: sub_total, pv: totals.pv }
}
