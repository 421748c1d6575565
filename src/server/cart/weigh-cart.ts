import type { Database } from '../database/connect.ts'
import { readLinesByToken } from './cart.queries.ts'
import { hashToken } from './cart-token.ts'

/** The weight of a token's cart in grams; nothing weighs nothing. */
export async function weighCart(db: Database, token: string | undefined): Promise<number> {
  const lines = token === undefined ? [] : await readLinesByToken(db, hashToken(token))
  return lines.reduce((sum, line) => sum + line.weight_grams * line.quantity, 0)
}
