import type { CartRefusal } from '#contract/cart.ts'
import type { Transaction } from '../database/connect.ts'
import { findLine, lockCart, readLines, setLineQuantity } from './cart.queries.ts'
import type { CartOwner } from './cart-owner.ts'
import type { FilledCart, Refused } from './filled-cart.ts'

/**
 * Sets a line item's quantity. Somebody else's line is refused as no_such_line, more than the stock as sold_out.
 * Reducing is always allowed: that is how a visitor mends a cart whose product ran short.
 */
export async function updateCartLine(
  trx: Transaction,
  owner: CartOwner,
  wanted: { lineId: number; quantity: number },
): Promise<FilledCart | Refused<CartRefusal>> {
  const cartId = await lockCart(trx, owner)
  const line = cartId && (await findLine(trx, cartId, wanted.lineId))
  if (!cartId || !line) return { ok: false, refusal: { code: 'no_such_line' } }
  if (wanted.quantity > line.quantity) {
    if (!line.active) return { ok: false, refusal: { code: 'not_for_sale' } }
    if (line.stock !== null && wanted.quantity > line.stock) {
      return { ok: false, refusal: { code: 'sold_out', remaining: line.stock } }
    }
  }
  await setLineQuantity(trx, wanted.lineId, wanted.quantity)
  return { ok: true, lines: await readLines(trx, cartId) }
}
