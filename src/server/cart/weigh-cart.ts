import type { CartOwner } from '#server/customers/cart-owner.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type CartLineRow, readOwnerLines } from './cart.queries.ts'

/** Returns the lines of an owner's cart; empty without a cart. */
export const readCartLines = async (db: Database, owner: CartOwner | undefined): Promise<CartLineRow[]> =>
  owner === undefined ? [] : readOwnerLines(db, owner)

/** Returns the weight of an owner's cart in grams; 0 without a cart. */
export async function cartWeight(db: Database, owner: CartOwner | undefined): Promise<number> {
  const lines = await readCartLines(db, owner)
  return lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0)
}
