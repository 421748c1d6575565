import type { PlaceOrderRefusal } from '#contract/checkout/calls.ts'
import type { Address } from '#domain/addresses/address.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import type { Discount } from '#domain/pricing/discount.ts'
import {
  calculateOrderPrice,
  type OrderPrice,
  type PricedLine as PricedGoods,
  refusePrice,
} from '#domain/pricing/order-price.ts'
import type { Certificate, TaxRate } from '#domain/pricing/tax.ts'
import { type Result, refuse } from '#domain/result.ts'
import { calculateAvailability } from '#domain/stock/availability.ts'
import type { OrderedLine } from '#server/cart/order-cart.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { stockConsumption } from '#server/stock/stock-draws.ts'
import type { QuoteParcel, QuoteShipping } from './quote-shipping.ts'
import { findTaxRates } from './tax.queries.ts'

/** The part of an order form that decides its price. */
export type PricedChoice = { type: 'P' } | { type: 'D'; shipping_method: string }
export type PricedLine = Pick<
  OrderedLine,
  'price_cents' | 'quantity' | 'pv' | 'commissionable_bp' | 'tax_exempt' | 'weight_grams'
>
/** Determines the tax. */
export type TaxLocation = Pick<Address, 'state' | 'zip'>
/** Pricing inputs other than the shop's tables. */
export type Pricing = {
  quoteShipping: QuoteShipping
  /** Place of pickup, which determines the tax of pickups; without a state they are not taxed. */
  counter: TaxLocation
}
export type PricedOrder = { price: OrderPrice; shippingDescription: string; shippingMethod: string | null }

/** Refuses lines with too little stock, or with a price other than the one shown. */
export function refuseLines(lines: readonly OrderedLine[], minimumCents: Cents): PlaceOrderRefusal | undefined {
  if (lines.length === 0) return { code: 'cart_empty' }
  const available = calculateAvailability(
    lines.map((line) => ({ quantity: line.quantity, draws: stockConsumption(line.product_id, line) })),
  )
  for (const [index, { active, quantity, name }] of lines.entries()) {
    const remaining = active ? (available[index] ?? quantity) : 0
    if (remaining < quantity) return { code: 'not_available', productName: name, remaining }
  }
  if (lines.some((line) => line.price_cents !== line.shown_price_cents)) return { code: 'price_changed' }
  const refusal = refusePrice({ lines: toPricedGoods(lines) }, minimumCents)
  return refusal?.code === 'under_minimum' ? refusal : undefined
}

/** Inputs of a price other than the lines. */
export type Rates = {
  /** Undefined if there is no such state. */
  taxRates: TaxRate[] | undefined
  /** The buyer's resale certificate for the state of the rates. */
  certificate: Certificate | undefined
  /** Undefined for a Pickup. */
  quoteParcel: QuoteParcel | undefined
}

/** Reads today's rates and the buyer's certificate, independently of the lines. */
export async function readRates(
  db: Database | Transaction,
  choice: PricedChoice,
  /** Set for a Delivery. */
  destination: TaxLocation | undefined,
  /** Undefined for a guest. */
  userId: UserId | undefined,
  { quoteShipping, counter }: Pricing,
): Promise<Rates> {
  if (choice.type === 'P' || !destination) {
    const tax = counter.state === '' ? undefined : await findTaxRates(db, counter, userId)
    return { taxRates: tax?.taxRates ?? [], certificate: tax?.certificate, quoteParcel: undefined }
  }
  const [tax, quoteParcel] = await Promise.all([
    findTaxRates(db, destination, userId),
    quoteShipping(db, destination.zip),
  ])
  return { taxRates: tax?.taxRates, certificate: tax?.certificate, quoteParcel }
}

/**
 * Computes the totals of the order at current prices and rates, with a fresh quote; never uses figures from the form.
 * Review and placement both call this, so that the total shown is the total charged.
 */
export function priceOrder(
  choice: PricedChoice,
  lines: readonly PricedLine[],
  { taxRates, certificate, quoteParcel }: Rates,
  /** Staff discount, already checked by `refusePrice`. */
  discount?: Discount,
): Result<PricedOrder, PlaceOrderRefusal> {
  if (taxRates === undefined) return refuse({ code: 'state_not_found' })
  const goods = { lines: toPricedGoods(lines), discount, taxRates, certificate }
  if (choice.type === 'P' || !quoteParcel) {
    const price = calculateOrderPrice({ ...goods, delivery: undefined })
    return { ok: true, price, shippingDescription: 'Pickup', shippingMethod: null }
  }

  const quotes = quoteParcel(lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0))
  if (quotes.length === 0) return refuse({ code: 'zip_not_served' })
  const quote = quotes.find(({ method }) => method === choice.shipping_method)
  if (!quote) return refuse({ code: 'method_not_offered' })
  return {
    ok: true,
    price: calculateOrderPrice({ ...goods, delivery: { shippingPriceCents: quote.priceCents } }),
    shippingDescription: quote.label,
    shippingMethod: quote.method,
  }
}

/** Converts lines to the input of pricing. */
export const toPricedGoods = (lines: readonly Omit<PricedLine, 'weight_grams'>[]): PricedGoods[] =>
  lines.map((line) => ({
    priceCents: cents(line.price_cents),
    quantity: line.quantity,
    unitPv: line.pv,
    commissionableBp: line.commissionable_bp,
    taxExempt: line.tax_exempt,
  }))
