import { MAX_CART_LINES, MAX_QUANTITY } from '#contract/base/limits.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { deleteCart, insertCart, lockCart, moveLines } from './cart.queries.ts'

/**
 * Merges a guest's cart into the user's (docs/product §3.3). Quantities add up to at most 99, and lines beyond 100 are
 * dropped. Deletes the guest's cart.
 */
export async function mergeGuestCart(trx: Transaction, token: string, userId: UserId): Promise<void> {
  const guestCart = await lockCart(trx, token)
  if (guestCart === undefined) return
  const userCart = (await lockCart(trx, { userId })) ?? (await insertCart(trx, { userId }))
  await moveLines(trx, { from: guestCart, to: userCart, maxQuantity: MAX_QUANTITY, maxLines: MAX_CART_LINES })
  await deleteCart(trx, guestCart)
}
