import { addCents, type Cents, cents, timesQuantity } from '#domain/money/money.ts'

export type PricedLine = { priceCents: Cents; quantity: number; pv: number }
export type CartTotals = { quantity: number; subTotalCents: Cents; pv: number }

/** Sums up the lines of a cart. A cart's total is its subtotal; insurance and shipping belong to the order. */
export function calculateCartTotals(lines: readonly PricedLine[]): CartTotals {
  return {
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    subTotalCents: addCents(cents(0), ...lines.map((line) => timesQuantity(line.priceCents, line.quantity))),
    pv: lines.reduce((sum, line) => sum + line.pv * line.quantity, 0),
  }
}
