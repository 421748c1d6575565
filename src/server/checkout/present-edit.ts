import { cents, toDollars } from '#domain/money/money.ts'
import { explainStep } from '#domain/pricing/price-steps.ts'
import { presentTotals } from '#server/orders/present-totals.ts'
import { computeDifference } from './edit-order.ts'
import type { PlannedEdit } from './plan-edit.ts'
import type { PricedStaffOrder } from './price-staff-order.ts'

export const presentEdit = (plan: PlannedEdit) => ({
  ...presentTotals(plan.next.price),
  difference: toDollars(computeDifference(plan).differenceCents),
  lines: plan.next.lines.map((line, i) => {
    const price = plan.next.price.lines[i]
    return {
      position: line.position,
      product_id: line.product_id,
      name: line.name,
      quantity: line.quantity,
      price: toDollars(cents(line.price_cents)),
      total_price: toDollars(price?.totalCents ?? cents(0)),
      discount: toDollars(price?.discountCents ?? cents(0)),
      tax: toDollars(price?.taxCents ?? cents(0)),
    }
  }),
})

export const presentQuotedOrder = ({ price, lines, remaining, quotes, shippingMethod }: PricedStaffOrder) => ({
  ...presentTotals(price),
  price_steps: price.steps.map(explainStep),
  lines: lines.map((line, i) => ({
    product_id: line.product_id,
    name: line.name,
    quantity: line.quantity,
    price: toDollars(cents(line.price_cents)),
    total_price: toDollars(price.lines[i]?.totalCents ?? cents(0)),
    remaining: remaining[i] ?? null,
  })),
  quotes: quotes.map(({ method, label, priceCents }) => ({ name: method, label, price: toDollars(priceCents) })),
  shipping_method: shippingMethod,
})
