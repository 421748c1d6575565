import type { Database } from '../database/connect.ts'
import { readLinesOf } from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'

/** The weight of an owner's cart in grams; nothing weighs nothing. */
export async function weighCart(db: Database, owner: CartOwner | undefined): Promise<number> {
  const lines = owner === undefined ? [] : await readLinesOf(db, owner)
  return lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0)
}
