import { ACCOUNT_PAGE_SIZE } from '#contract/base/limits.ts'
import type { OrderRow } from '#contract/customers/calls.ts'
import type { Order } from '#contract/orders/calls.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { assignGuestOrders, countOrders, findOrder, findOrders } from './order.queries.ts'
import { presentOrder, presentOrderRow } from './present-order.ts'

/** Returns a page of the user's orders, newest first. */
export async function listUserOrders(
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

/** Returns undefined if there is no such order, or if it belongs to another user or a guest. */
export async function findUserOrder(db: Database, userId: UserId, orderId: number): Promise<Order | undefined> {
  const row = await findOrder(db, orderId, { userId })
  return row && presentOrder(row)
}

/** Assigns the orders that a guest placed with this email to the user; returns their number. */
export const adoptGuestOrders = (trx: Transaction, userId: UserId, email: string): Promise<number> =>
  assignGuestOrders(trx, userId, email)
