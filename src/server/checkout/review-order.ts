import type { PlaceOrderRefusal } from '#contract/checkout/calls.ts'
import type { OrderPrice } from '#domain/pricing/order-price.ts'
import { type Result, refuse } from '#domain/result.ts'
import { readCartLines } from '#server/cart/weigh-cart.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { type PricedChoice, type Pricing, priceOrder, readRates, type TaxLocation } from './price-order.ts'

/** Computes what placing the current cart would charge, with the same pricing. Locks and guarantees nothing. */
export async function reviewOrder(
  db: Database,
  cartOwner: CartOwner | undefined,
  choice: PricedChoice,
  /** Set for a Delivery. */
  destination: TaxLocation | undefined,
  /** Undefined for a guest. */
  userId: UserId | undefined,
  pricing: Pricing,
): Promise<Result<{ price: OrderPrice }, PlaceOrderRefusal>> {
  const [lines, rates] = await Promise.all([
    readCartLines(db, cartOwner),
    readRates(db, choice, destination, userId, pricing),
  ])
  if (lines.length === 0) return refuse({ code: 'cart_empty' })
  return priceOrder(choice, lines, rates)
}
