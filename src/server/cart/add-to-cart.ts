import type { CartRefusal } from '#contract/cart/calls.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { CartOwner } from '#server/customers/cart-owner.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { addCartLine, type CartAddition, deleteExpiredCart, lockCart } from './cart.queries.ts'
import type { FilledCart } from './filled-cart.ts'

/**
 * Adds a product to the owner's cart and creates the cart if needed; quantities of the same product add up. Refuses
 * without any change: not_for_sale, over_limit (99 of a product), sold_out, cart_full (100 lines). Runs in a separate
 * transaction: one statement, unless another request is changing the same cart.
 */
export async function addToCart(
  db: Database,
  owner: CartOwner,
  item: { productId: number; quantity: number },
): Promise<Result<FilledCart, CartRefusal>> {
  const [first, ...rest] = (await addCartLine(db, owner, item)) ?? (await addWithCartLock(db, owner, item))
  if (first === undefined) throw new Error('cart statement returned no result')
  if (first.refusal === 'sold_out') return refuse({ code: 'sold_out', remaining: first.product_stock ?? 0 })
  if (first.refusal !== null) return refuse({ code: first.refusal })
  return { ok: true, lines: [first, ...rest] }
}

/** Locks the cart first, so that it cannot change between reading and writing. */
const addWithCartLock = (
  db: Database,
  owner: CartOwner,
  item: { productId: number; quantity: number },
): Promise<CartAddition[]> =>
  inTransaction(db, async (trx) => {
    const cartId = await lockCart(trx, owner)
    if (cartId === undefined && typeof owner === 'string') await deleteExpiredCart(trx, owner)
    const rows = await addCartLine(trx, owner, item)
    if (!rows) throw new ConcurrentCartInsertError()
    return rows
  })

/** Another request created the owner's cart after we found none to lock; retry the transaction. */
class ConcurrentCartInsertError extends Error {
  readonly code = '40001'
}
