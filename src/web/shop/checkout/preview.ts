import type { Cart } from '#contract/cart/calls.ts'
import type { ShippingQuote } from '#contract/checkout/calls.ts'
import type { OrderTotals } from '#contract/orders/calls.ts'
import { toCents, toDollars } from '#domain/money/money.ts'
import { calculateOrderPrice } from '#domain/pricing/order-price.ts'

/**
 * Order totals before tax, by the server's rules, until its response replaces them. A delivery without a quote already
 * includes insurance; only the server knows the tax rates.
 */
export function previewTotals(cart: Cart, delivery: boolean, quote: ShippingQuote | undefined): OrderTotals {
  const goods = { priceCents: toCents(cart.sub_total), quantity: 1, unitPv: 0, commissionableBp: 0, taxExempt: true }
  const { totals } = calculateOrderPrice({
    lines: [goods],
    delivery: delivery ? { shippingPriceCents: toCents(quote?.price ?? 0) } : undefined,
    taxRates: [],
  })
  return {
    sub_total: toDollars(totals.subTotalCents),
    discount: 0,
    discount_percent: null,
    insurance: toDollars(totals.insuranceCents),
    shipping_price: toDollars(totals.shippingPriceCents),
    tax: 0,
    taxes: [],
    tax_certificate: null,
    order_total: toDollars(totals.totalCents),
  }
}
