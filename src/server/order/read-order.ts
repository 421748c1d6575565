import type { Order, PlacedOrder } from '#contract/order.ts'
import { ordersOfMemoCode } from '#domain/order/memo-code.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { guestOrderPath } from './guest-link.ts'
import { findLatestOrder, findOrder, type OrderRow } from './order.queries.ts'
import { presentOrder } from './present-order.ts'

export async function findPresentedOrder(db: Database, orderId: number): Promise<Order | undefined> {
  const row = await findOrder(db, orderId, 'everybody')
  return row && presentOrder(row)
}

export async function findPlacedOrder(db: Database, signer: Signer, orderId: number): Promise<PlacedOrder | undefined> {
  const row = await findOrder(db, orderId, 'everybody')
  return row && presentPlacedOrder(row, signer)
}

/** An order for whoever placed it, with the link that opens it again. */
export const presentPlacedOrder = (row: OrderRow, signer: Signer): PlacedOrder => ({
  ...presentOrder(row),
  url: guestOrderPath(signer, row.id),
})

/** The numbers that a memo code stands for, of all that an order can have; usually one. None if it is no code. */
export const findByMemoCode = async (db: Database, code: string): Promise<number[]> =>
  ordersOfMemoCode(code, await findLatestOrder(db))
