import type { PlaceOrderRefusal } from '#contract/checkout.ts'
import type { Address } from '#domain/address/address.ts'
import { cartTotals } from '#domain/cart/totals.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type OrderTotals, orderTotals } from '#domain/order/order-totals.ts'
import type { TaxRate } from '#domain/order/tax.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { OrderedLine } from '#server/cart/order-cart.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { QuoteParcel, QuoteShipping } from './quote-shipping.ts'
import { findTaxRates } from './tax.queries.ts'

/** The part of an order form that decides its price. */
export type PricedChoice = { type: 'P' } | { type: 'D'; shipping_method: string }
export type PricedLine = Pick<OrderedLine, 'price_cents' | 'quantity' | 'pv' | 'weight_grams'>
/** What decides the tax. */
export type TaxLocation = Pick<Address, 'state' | 'zip'>
/** What pricing needs besides the shop's tables. */
export type Pricing = {
  quoteShipping: QuoteShipping
  /** Where orders are picked up, and taxed; without a state they are not. */
  counter: TaxLocation
}
export type PricedOrder = { totals: OrderTotals; shippingDescription: string; shippingMethod: string | null }

/** Why these lines cannot be ordered as they are: something is short, or its price is not the one shown. */
export function refuseLines(lines: readonly OrderedLine[], minimumCents: Cents): PlaceOrderRefusal | undefined {
  if (lines.length === 0) return { code: 'cart_empty' }
  for (const { active, stock, quantity, name } of lines) {
    if (!active) return { code: 'not_available', productName: name, remaining: 0 }
    if (stock !== null && stock < quantity) return { code: 'not_available', productName: name, remaining: stock }
  }
  if (lines.some((line) => line.price_cents !== line.shown_price_cents)) return { code: 'price_changed' }
  if (subTotal(lines) < minimumCents) return { code: 'under_minimum', minimumCents }
  return undefined
}

/** What a price depends on besides the lines. */
export type Rates = {
  /** Undefined: there is no such state. */
  taxRates: TaxRate[] | undefined
  /** Undefined for a Pickup. */
  quoteParcel: QuoteParcel | undefined
}

/** Today's rates, without waiting for the lines. */
export async function readRates(
  db: Database | Transaction,
  choice: PricedChoice,
  /** For a Delivery. */
  destination: TaxLocation | undefined,
  { quoteShipping, counter }: Pricing,
): Promise<Rates> {
  if (choice.type === 'P' || !destination) {
    const taxRates = counter.state === '' ? [] : ((await findTaxRates(db, counter)) ?? [])
    return { taxRates, quoteParcel: undefined }
  }
  const [taxRates, quoteParcel] = await Promise.all([findTaxRates(db, destination), quoteShipping(db, destination.zip)])
  return { taxRates, quoteParcel }
}

/**
 * Totals of the order at today's prices and rates, with a fresh quote; the form's own figures are never used. Review
 * and placement both call this, so that what is shown is what is charged.
 */
export function priceOrder(
  choice: PricedChoice,
  lines: readonly PricedLine[],
  { taxRates, quoteParcel }: Rates,
): Result<PricedOrder, PlaceOrderRefusal> {
  const subTotalCents = subTotal(lines)
  if (taxRates === undefined) return refuse({ code: 'state_unknown' })
  if (choice.type === 'P' || !quoteParcel) {
    const totals = orderTotals({ subTotalCents, delivery: undefined, taxRates })
    return { ok: true, totals, shippingDescription: 'Pickup', shippingMethod: null }
  }

  const quotes = quoteParcel(lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0))
  if (quotes.length === 0) return refuse({ code: 'zip_not_served' })
  const quote = quotes.find(({ method }) => method === choice.shipping_method)
  if (!quote) return refuse({ code: 'method_not_offered' })
  return {
    ok: true,
    totals: orderTotals({ subTotalCents, delivery: { shippingPriceCents: quote.priceCents }, taxRates }),
    shippingDescription: quote.label,
    shippingMethod: quote.method,
  }
}

const subTotal = (lines: readonly PricedLine[]): Cents =>
  cartTotals(lines.map(({ price_cents, quantity, pv }) => ({ priceCents: cents(price_cents), quantity, pv })))
    .subTotalCents
