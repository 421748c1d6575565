import { insuranceCents } from '../checkout/insurance.ts'
import { addCents, type Cents, cents, portion } from '../money.ts'

export type OrderTotals = {
  subTotalCents: Cents
  shippingPriceCents: Cents
  insuranceCents: Cents
  taxCents: Cents
  totalCents: Cents
}

/**
 * What an order costs. Delivery adds insurance and the chosen shipping price to the sub-total, Pickup neither
 * (specification §9, product.md §4); tax is on the goods alone.
 */
export function orderTotals(order: {
  subTotalCents: Cents
  delivery: { shippingPriceCents: Cents } | undefined
  taxRateBp: number
}): OrderTotals {
  const { subTotalCents, delivery } = order
  const shippingPriceCents = delivery?.shippingPriceCents ?? cents(0)
  const insurance = delivery ? insuranceCents(subTotalCents) : cents(0)
  const taxCents = portion(order.taxRateBp, subTotalCents)
  return {
    subTotalCents,
    shippingPriceCents,
    insuranceCents: insurance,
    taxCents,
    totalCents: addCents(subTotalCents, shippingPriceCents, insurance, taxCents),
  }
}
