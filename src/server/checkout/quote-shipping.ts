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
export type QuoteShipping = (
  db: Database | Transaction,
  parcel: { zipcode: string; weightGrams: number },
) => Promise<Quote[]>

export const quoteFromTable: QuoteShipping = async (db, { zipcode, weightGrams }) => {
  const rates = await readShippingRates(db, zipcode)
  return rates.map((rate) => ({
    method: rate.method,
    label: rate.label,
    priceCents: shippingPriceCents({ baseCents: rate.base_cents, perPoundCents: rate.per_pound_cents }, weightGrams),
  }))
}
