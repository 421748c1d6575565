import { insuranceCents } from '../checkout/insurance.ts'
import { addCents, type Cents, cents } from '../money.ts'
import { type OrderTax, orderTaxes, type TaxRate } from './tax.ts'

export type OrderTotals = {
  subTotalCents: Cents
  shippingPriceCents: Cents
  insuranceCents: Cents
  taxCents: Cents
  taxes: OrderTax[]
  totalCents: Cents
}

/**
 * What an order costs. Delivery adds insurance and the chosen shipping price to the sub-total; Pickup adds neither
 * (docs/specification §9, docs/product §4.5, §4.7). The tax rates are those of where the goods change hands: the
 * destination's state, or the counter's.
 */
export function orderTotals(order: {
  subTotalCents: Cents
  delivery: { shippingPriceCents: Cents } | undefined
  taxRates: readonly TaxRate[]
}): OrderTotals {
  const { subTotalCents, delivery } = order
  const shippingPriceCents = delivery?.shippingPriceCents ?? cents(0)
  const insurance = delivery ? insuranceCents(subTotalCents) : cents(0)
  const taxes = orderTaxes(order.taxRates, {
    goodsCents: subTotalCents,
    shippingCents: shippingPriceCents,
    insuranceCents: insurance,
  })
  const taxCents = addCents(cents(0), ...taxes.map((tax) => tax.taxCents))
  return {
    subTotalCents,
    shippingPriceCents,
    insuranceCents: insurance,
    taxCents,
    taxes,
    totalCents: addCents(subTotalCents, shippingPriceCents, insurance, taxCents),
  }
}
