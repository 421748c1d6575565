import type { Cents } from '#domain/money/money.ts'
import { calculateShippingPrice } from '#domain/pricing/shipping-price.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { readShippingRates } from './shipping.queries.ts'

export type Quote = { method: string; label: string; priceCents: Cents }

/**
 * Source of shipping quotes. A carrier's prices can replace the table's by another function of this type. It is also
 * called inside the placing transaction, so it would have to use prices fetched beforehand. An empty list means that
 * the ZIP is not served.
 */
export type QuoteShipping = (db: Database | Transaction, zipcode: string) => Promise<QuoteParcel>
export type QuoteParcel = (weightGrams: number) => Quote[]

export const quoteFromTable: QuoteShipping = async (db, zipcode) => {
  const rates = await readShippingRates(db, zipcode)
  return (weightGrams) =>
    rates.map((rate) => ({
      method: rate.method,
      label: rate.label,
      priceCents: calculateShippingPrice(
        { baseCents: rate.base_cents, perPoundCents: rate.per_pound_cents },
        weightGrams,
      ),
    }))
}
