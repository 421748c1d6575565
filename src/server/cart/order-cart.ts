import type { CartOwner } from '#server/customers/cart-owner.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CartId } from '#server/platform/database/tables.generated.ts'
import { closedRoundSteps, lockCartRound, lockLinesAndProducts, type OrderedLineRow } from './cart.queries.ts'

export type OrderedLine = OrderedLineRow

/**
 * Locks the cart that is to become an order, and its products with tracked stock. Returns its lines as the visitor sees
 * them. Every other submission of the cart waits here (docs/decisions/0004).
 */
export async function lockCartForOrder(
  trx: Transaction,
  owner: CartOwner | undefined,
): Promise<{ id: CartId; round: number; lines: OrderedLine[] } | undefined> {
  if (owner === undefined) return undefined
  // Sent together; the second query starts once the first has its lock.
  const [cart, lines] = await Promise.all([lockCartRound(trx, owner), lockLinesAndProducts(trx, owner)])
  return (
    cart && {
      ...cart,
      lines: lines.map((line) => {
        if (line.name === null) throw new ConcurrentProductChangeError()
        return line
      }),
    }
  )
}

/** Retry the transaction, which will then see the changed product. */
class ConcurrentProductChangeError extends Error {
  readonly code = '40001'
}

/** For the statement that writes the order. */
export { closedRoundSteps }
