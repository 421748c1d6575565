import type { CartOwner } from '#server/customers/cart-owner.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type CartLineRow, markPricesShown, readOwnerLines } from './cart.queries.ts'

/** Returns the lines of an owner's cart at current prices. */
export async function showCart(db: Database, owner: CartOwner | undefined): Promise<CartLineRow[]> {
  if (owner === undefined) return []
  return markShown(db, await readOwnerLines(db, owner))
}

/**
 * Returns the lines as shown to their owner. Reading a changed price marks it as shown: an order at a price that the
 * buyer was not shown is refused (docs/product §11.5).
 */
export async function markShown(db: Database, lines: CartLineRow[]): Promise<CartLineRow[]> {
  const repriced = lines.filter((line) => line.price_cents !== line.shown_price_cents)
  if (repriced.length > 0) await markPricesShown(db, repriced)
  return lines
}
