import type { DeliveryAddress, PlaceOrder, PlaceOrderRefusal } from '#contract/checkout.ts'
import { cartTotals } from '#domain/cart/totals.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type OrderTotals, orderTotals } from '#domain/order/order-totals.ts'
import type { Refused } from '../cart/filled-cart.ts'
import type { OrderedLine } from '../cart/order-cart.ts'
import type { Transaction } from '../database/connect.ts'
import type { QuoteShipping } from './quote-shipping.ts'
import { findTaxRateBp } from './shipping.queries.ts'

export type PricedOrder = { ok: true; totals: OrderTotals; shippingDescription: string; shippingMethod: string | null }

/** Why these lines cannot be ordered as they are: something ran short, or its price is not the one shown. */
export function refuseLines(lines: readonly OrderedLine[], minimumCents: Cents): PlaceOrderRefusal | undefined {
  if (lines.length === 0) return { code: 'cart_empty' }
  for (const { active, stock, quantity, name } of lines) {
    if (!active) return { code: 'not_available', productName: name, left: 0 }
    if (stock !== null && stock < quantity) return { code: 'not_available', productName: name, left: stock }
  }
  if (lines.some((line) => line.price_cents !== line.shown_price_cents)) return { code: 'price_changed' }
  if (subTotal(lines) < minimumCents) return { code: 'under_minimum', minimumCents }
  return undefined
}

/** Totals of the order by today's prices and a quote made again; the form's own figures are never used. */
export async function priceOrder(
  trx: Transaction,
  form: PlaceOrder,
  /** Of a Delivery. */
  address: DeliveryAddress | undefined,
  lines: readonly OrderedLine[],
  quoteShipping: QuoteShipping,
): Promise<PricedOrder | Refused<PlaceOrderRefusal>> {
  const subTotalCents = subTotal(lines)
  if (form.type === 'P' || !address) {
    // Pickup has no destination, so no destination's tax (product.md §4).
    const totals = orderTotals({ subTotalCents, delivery: undefined, taxRateBp: 0 })
    return { ok: true, totals, shippingDescription: 'Pickup', shippingMethod: null }
  }

  const weightGrams = lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0)
  const taxRateBp = await findTaxRateBp(trx, address.state)
  if (taxRateBp === undefined) return { ok: false, refusal: { code: 'state_unknown' } }
  const quotes = await quoteShipping(trx, { zipcode: address.zip, weightGrams })
  if (quotes.length === 0) return { ok: false, refusal: { code: 'zip_not_served' } }
  const quote = quotes.find(({ method }) => method === form.shipping_method)
  if (!quote) return { ok: false, refusal: { code: 'method_not_offered' } }
  return {
    ok: true,
    totals: orderTotals({ subTotalCents, delivery: { shippingPriceCents: quote.priceCents }, taxRateBp }),
    shippingDescription: quote.label,
    shippingMethod: quote.method,
  }
}

const subTotal = (lines: readonly OrderedLine[]): Cents =>
  cartTotals(lines.map(({ price_cents, quantity, pv }) => ({ priceCents: cents(price_cents), quantity, pv })))
    .subTotalCents
