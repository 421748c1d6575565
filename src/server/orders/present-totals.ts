import type { OrderTotals as PresentedTotals } from '#contract/orders/calls.ts'
import { toDollars } from '#domain/money/money.ts'
import type { OrderPrice } from '#domain/pricing/order-price.ts'

/** Presents the totals of an order before it is placed, in the format they will have afterward. */
export const presentTotals = ({ totals, taxes, discount, certificate }: OrderPrice): PresentedTotals => ({
  order_total: toDollars(totals.totalCents),
  sub_total: toDollars(totals.subTotalCents),
  discount: toDollars(totals.discountCents),
  discount_percent: discount?.kind === 'percent' ? discount.milliPercent / 1000 : null,
  shipping_price: toDollars(totals.shippingPriceCents),
  insurance: toDollars(totals.insuranceCents),
  tax: toDollars(totals.taxCents),
  taxes: taxes.map((tax) => ({
    state: tax.state,
    percent: tax.milliPercent / 1000,
    base: toDollars(tax.baseCents),
    tax: toDollars(tax.taxCents),
  })),
  tax_certificate: certificate ?? null,
})
