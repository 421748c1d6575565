import { shippingPriceCents } from '#domain/checkout/shipping-price.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { readShippingRates } from './shipping.queries.ts'

export type Quote = { method: string; label: string; priceCents: Cents }

/**
 * Where quotes come from. A carrier's prices can replace the table's by another function of this shape; since it is
 * called inside the placing transaction as well, it would have to answer from prices fetched beforehand. No quotes at
 * all means that the ZIP is not served.
 */
export type QuoteShipping = (db: Database | Transaction, zipcode: string) => Promise<QuoteParcel>
export type QuoteParcel = (weightGrams: number) => Quote[]

export const quoteFromTable: QuoteShipping = async (db, zipcode) => {
  const rates = await readShippingRates(db, zipcode)
  return (weightGrams) =>
    rates.map((rate) => ({
      method: rate.method,
      label: rate.label,
      priceCents: shippingPriceCents({ baseCents: rate.base_cents, perPoundCents: rate.per_pound_cents }, weightGrams),
    }))
}
