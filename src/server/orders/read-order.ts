import type { Order, PlacedOrder } from '#contract/orders/calls.ts'
import { decodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type LinkedOrder, makeGuestOrderPath } from './guest-link.ts'
import { findLatestOrder, findOrder, type OrderRow } from './order.queries.ts'
import { presentOrder } from './present-order.ts'
import { readLinkedOrder } from './read-linked-order.ts'

export async function findPresentedOrder(db: Database, orderId: number): Promise<Order | undefined> {
  const row = await findOrder(db, orderId, 'everybody')
  return row && presentOrder(row)
}

export async function findPlacedOrder(db: Database, signer: Signer, orderId: number): Promise<PlacedOrder | undefined> {
  const row = await findOrder(db, orderId, 'everybody')
  return row && withLink(row, signer, await readLinkedOrder(db, orderId))
}

/** Presents an order that was just placed to the person who placed it. */
export const presentPlacedOrder = (row: OrderRow, signer: Signer): PlacedOrder =>
  withLink(row, signer, { id: row.id, corrections: 0 })

/** Adds the link that opens the order again. */
const withLink = (row: OrderRow, signer: Signer, linkedOrder: LinkedOrder): PlacedOrder => ({
  ...presentOrder(row),
  url: makeGuestOrderPath(signer, linkedOrder),
})

/** Returns the order numbers that a payment reference can mean; usually one, and none if the code is invalid. */
export const findByMemoCode = async (db: Database, code: string): Promise<number[]> =>
  decodePaymentReference(code, await findLatestOrder(db))
