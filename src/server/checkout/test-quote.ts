import type { Cents } from '#domain/money/money.ts'
import { calculateOrderPrice, type OrderPrice } from '#domain/pricing/order-price.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Pricing, TaxLocation } from './price-order.ts'
import { findTaxRates } from './tax.queries.ts'

export type QuoteLine = { label: string; price: OrderPrice }
export type TestOrder = { destination: TaxLocation; goodsCents: Cents; weightGrams: number }

/**
 * Prices an order of one line at today's rates, for pickup and each shipping method, with the functions that price
 * every order. Returns undefined if there is no such state.
 */
export async function testQuote(
  db: Database,
  { destination, goodsCents, weightGrams }: TestOrder,
  { quoteShipping, counter }: Pricing,
): Promise<{ pickup: QuoteLine; deliveries: QuoteLine[] } | undefined> {
  const [destinationTax, counterTax, quoteParcel] = await Promise.all([
    findTaxRates(db, destination),
    counter.state === '' ? undefined : findTaxRates(db, counter),
    quoteShipping(db, destination.zip),
  ])
  if (!destinationTax) return undefined
  const lines = [{ priceCents: goodsCents, quantity: 1, unitPv: 0, commissionableBp: 0, taxExempt: false }]
  const pickup = calculateOrderPrice({ lines, delivery: undefined, taxRates: counterTax?.taxRates ?? [] })
  return {
    pickup: { label: 'Pickup', price: pickup },
    deliveries: quoteParcel(weightGrams).map(({ label, priceCents }) => ({
      label,
      price: calculateOrderPrice({
        lines,
        delivery: { shippingPriceCents: priceCents },
        taxRates: destinationTax.taxRates,
      }),
    })),
  }
}
