import type { CartRefusal } from '#contract/cart/calls.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { deleteLine, lockCart, readLines } from './cart.queries.ts'
import type { FilledCart } from './filled-cart.ts'

/** Removes a line from the cart. Refuses a line of another cart as not_found. */
export async function removeCartLine(
  trx: Transaction,
  owner: CartOwner,
  lineId: number,
): Promise<Result<FilledCart, CartRefusal>> {
  const cartId = await lockCart(trx, owner)
  if (!cartId || !(await deleteLine(trx, cartId, lineId))) return refuse({ code: 'not_found' })
  return { ok: true, lines: await readLines(trx, cartId) }
}
