import type { CartOwner } from '#server/account/cart-owner.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CartId } from '#server/platform/database/tables.generated.ts'
import { closeCartRound, lockCartRound, lockLinesAndProducts, type OrderedLineRow } from './cart.queries.ts'

export type OrderedLine = OrderedLineRow

/** Locks the cart that is to become an order; every other submit of it waits here (docs/architecture §3). */
export const lockCartForOrder = (
  trx: Transaction,
  owner: CartOwner | undefined,
): Promise<{ id: CartId; round: number } | undefined> =>
  owner === undefined ? Promise.resolve(undefined) : lockCartRound(trx, owner)

/** What the locked cart holds, as the visitor sees it. Products with counted stock are locked as well. */
export async function lockOrderedLines(trx: Transaction, cartId: CartId): Promise<OrderedLine[]> {
  const lines = await lockLinesAndProducts(trx, cartId)
  return lines.map((line) => {
    if (line.name === null) throw new ProductChangedMeanwhile()
    return line
  })
}

/** The transaction is to be retried, and will see the product as it is now. */
class ProductChangedMeanwhile extends Error {
  readonly code = '40001'
}

/** Empties the cart once its order is written. */
export const emptyOrderedCart = (trx: Transaction, cartId: CartId): Promise<void> => closeCartRound(trx, cartId)
