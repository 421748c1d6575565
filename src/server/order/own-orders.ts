import type { OrderRow } from '#contract/account.ts'
import { ACCOUNT_PAGE_SIZE } from '#contract/limits.ts'
import type { Order } from '#contract/order.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { countOrders, findOrder, findOrders, giveGuestOrders } from './order.queries.ts'
import { presentOrder, presentOrderRow } from './present-order.ts'

/** A page of the user's orders, newest first. */
export async function listOwnOrders(
  db: Database,
  userId: UserId,
  offset: number,
): Promise<{ data: OrderRow[]; page_count: number }> {
  const [rows, count] = await Promise.all([
    findOrders(db, { userId }, { offset, limit: ACCOUNT_PAGE_SIZE }),
    countOrders(db, { userId }),
  ])
  return {
    data: rows.map(presentOrderRow),
    page_count: Math.ceil(count / ACCOUNT_PAGE_SIZE),
  }
}

/** Undefined if there is no such order, or if it is somebody else's or a guest's. */
export async function findOwnOrder(db: Database, userId: UserId, orderId: number): Promise<Order | undefined> {
  const row = await findOrder(db, orderId, { userId })
  return row && presentOrder(row)
}

/** Makes the orders that a guest placed with this email the user's; how many there were. */
export const adoptGuestOrders = (trx: Transaction, userId: UserId, email: string): Promise<number> =>
  giveGuestOrders(trx, userId, email)
