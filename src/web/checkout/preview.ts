import type { Cart } from '#contract/cart.ts'
import type { ShippingQuote } from '#contract/checkout.ts'
import type { OrderTotals } from '#contract/order.ts'
import { toCents, toDollars } from '#domain/money.ts'
import { orderTotals } from '#domain/order/order-totals.ts'

/**
 * The order's totals before tax, by the server's own rules, until its answer replaces them. A delivery without a quote
 * already includes its insurance; only the server knows the tax rates.
 */
export function previewTotals(cart: Cart, delivery: boolean, quote: ShippingQuote | undefined): OrderTotals {
  const shipping = delivery ? { shippingPriceCents: toCents(quote?.price ?? 0) } : undefined
  const totals = orderTotals({ subTotalCents: toCents(cart.sub_total), delivery: shipping, taxRates: [] })
  return {
    sub_total: toDollars(totals.subTotalCents),
    insurance: toDollars(totals.insuranceCents),
    shipping_price: toDollars(totals.shippingPriceCents),
    tax: toDollars(totals.taxCents),
    taxes: [],
    order_total: toDollars(totals.totalCents),
  }
}
