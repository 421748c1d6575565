import type { CartOwner } from '#server/account/cart-owner.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type CartLineRow, markPricesShown, readLinesOf } from './cart.queries.ts'

/** The lines of an owner's cart at today's prices. */
export async function showCart(db: Database, owner: CartOwner | undefined): Promise<CartLineRow[]> {
  if (owner === undefined) return []
  return asShown(db, await readLinesOf(db, owner))
}

/**
 * The lines as whoever asked is shown them. Reading a changed price counts as having seen it: an order at a price nobody
 * saw is refused (docs/product §11.5).
 */
export async function asShown(db: Database, lines: CartLineRow[]): Promise<CartLineRow[]> {
  const news = lines.filter((line) => line.price_cents !== line.shown_price_cents)
  if (news.length > 0) await markPricesShown(db, news)
  return lines
}
