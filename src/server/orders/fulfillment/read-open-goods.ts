import { findOpenLines, type ShipmentLine } from '#domain/fulfillment/state.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findFulfillment } from './fulfillment.queries.ts'

/** Returns which goods of an order are in no shipment yet, and how many steps its shipments have taken. */
export async function readOpenGoods(
  db: Database,
  orderId: number,
): Promise<{ open: ShipmentLine[]; stepsTaken: number } | undefined> {
  const order = await findFulfillment(db, orderId)
  return order && { open: findOpenLines(order.ordered, order.shipments), stepsTaken: order.steps_taken }
}
