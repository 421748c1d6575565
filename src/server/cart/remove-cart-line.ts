import type { CartRefusal } from '#contract/cart.ts'
import type { Transaction } from '../database/connect.ts'
import { deleteLine, lockCart, readLines } from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'
import type { FilledCart, Refused } from './filled-cart.ts'

/** Removes a line item from the cart; somebody else's line is refused as no_such_line. */
export async function removeCartLine(
  trx: Transaction,
  owner: CartOwner,
  lineId: number,
): Promise<FilledCart | Refused<CartRefusal>> {
  const cartId = await lockCart(trx, owner)
  if (!cartId || !(await deleteLine(trx, cartId, lineId))) return { ok: false, refusal: { code: 'no_such_line' } }
  return { ok: true, lines: await readLines(trx, cartId) }
}
