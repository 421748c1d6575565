import type { Transaction } from '../database/connect.ts'
import type { OrderId, UserId } from '../database/tables.generated.ts'
import { insertCredit, insertReversal } from './points.queries.ts'

/** Gives an order's points to the member it is credited to, once: the ledger refuses a second entry for one cause. */
export async function creditOrder(
  trx: Transaction,
  order: { id: OrderId; creditedUserId: UserId | null; pv: number },
): Promise<void> {
  const { id: orderId, creditedUserId: userId, pv: points } = order
  if (userId === null) return
  await insertCredit(trx, { userId, orderId, points, description: `Order #${orderId}` })
}

/** The entry's opposite, for an order that had counted. */
export const reverseOrder = (trx: Transaction, orderId: OrderId): Promise<void> =>
  insertReversal(trx, orderId, `Order #${orderId} canceled`)
