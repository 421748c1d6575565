import type { CartRefusal } from '#contract/cart/calls.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findLine, lockCart, readLines, setLineQuantity } from './cart.queries.ts'
import type { FilledCart } from './filled-cart.ts'

/**
 * Sets the quantity of a line. Refuses a line of another cart as not_found, and more than the stock as sold_out.
 * Reducing is always allowed, so that visitors can correct a cart that exceeds the stock.
 */
export async function updateCartLine(
  trx: Transaction,
  owner: CartOwner,
  input: { lineId: number; quantity: number },
): Promise<Result<FilledCart, CartRefusal>> {
  const cartId = await lockCart(trx, owner)
  const line = cartId && (await findLine(trx, cartId, input.lineId))
  if (!cartId || !line) return refuse({ code: 'not_found' })
  if (input.quantity > line.quantity) {
    if (!line.active) return refuse({ code: 'not_for_sale' })
    if (line.stock !== null && input.quantity > line.stock) {
      return refuse({ code: 'sold_out', remaining: line.stock })
    }
  }
  await setLineQuantity(trx, input.lineId, input.quantity)
  return { ok: true, lines: await readLines(trx, cartId) }
}
