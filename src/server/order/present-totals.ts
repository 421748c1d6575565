import type { OrderTotals as PresentedTotals } from '#contract/order.ts'
import { toDollars } from '#domain/money.ts'
import type { OrderTotals } from '#domain/order/order-totals.ts'

/** Totals of an order before it is placed, as they will be afterwards. */
export const presentTotals = (totals: OrderTotals): PresentedTotals => ({
  order_total: toDollars(totals.totalCents),
  sub_total: toDollars(totals.subTotalCents),
  shipping_price: toDollars(totals.shippingPriceCents),
  insurance: toDollars(totals.insuranceCents),
  tax: toDollars(totals.taxCents),
  taxes: totals.taxes.map((tax) => ({
    state: tax.state,
    percent: tax.milliPercent / 1000,
    base: toDollars(tax.baseCents),
    tax: toDollars(tax.taxCents),
  })),
})
