import type { Database } from '../database/connect.ts'
import { type CartLineRow, markPricesShown, readLinesByToken } from './cart.queries.ts'
import { hashToken } from './cart-token.ts'

/**
 * The lines of a token's cart at today's prices. A price that differs from what the visitor was told last counts as
 * told from now on: an order at a price nobody saw is refused (product.md §11).
 */
export async function showCart(db: Database, token: string | undefined): Promise<CartLineRow[]> {
  if (token === undefined) return []
  const lines = await readLinesByToken(db, hashToken(token))
  const news = lines.filter((line) => line.price_cents !== line.shown_price_cents)
  if (news.length > 0) {
    await markPricesShown(
      db,
      news.map((line) => line.id),
    )
  }
  return lines
}
