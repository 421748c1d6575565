import type { PlaceOrderRefusal } from '#contract/checkout.ts'
import type { OrderTotals } from '#domain/order/order-totals.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { CartOwner } from '#server/account/cart-owner.ts'
import { readCartLines } from '#server/cart/weigh-cart.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type PricedChoice, type Pricing, priceOrder, readRates, type TaxLocation } from './price-order.ts'

/** What placing the cart as it is would charge, by the same pricing. Nothing is locked or promised. */
export async function reviewOrder(
  db: Database,
  cartOwner: CartOwner | undefined,
  choice: PricedChoice,
  /** For a Delivery. */
  destination: TaxLocation | undefined,
  pricing: Pricing,
): Promise<Result<{ totals: OrderTotals }, PlaceOrderRefusal>> {
  const [lines, rates] = await Promise.all([readCartLines(db, cartOwner), readRates(db, choice, destination, pricing)])
  if (lines.length === 0) return refuse({ code: 'cart_empty' })
  return priceOrder(choice, lines, rates)
}
