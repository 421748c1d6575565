import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { FulfillmentRefusal } from '#server/orders/fulfillment/fulfillment-refusal.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findPositions } from './order-file.queries.ts'

/** A line in a call, identified by its index in the products of the order. */
export type IndexedLine = { line: number; quantity: number }

/** Takes a step with the lines of a call, identified by index; a refusal uses the same indexes. */
export async function withPositions<Value>(
  trx: Transaction,
  orderId: number,
  lines: readonly IndexedLine[] | undefined,
  takeStep: (lines: ShipmentLine[] | undefined) => Promise<Result<Value, FulfillmentRefusal>>,
): Promise<Result<Value, FulfillmentRefusal>> {
  if (lines === undefined) return takeStep(undefined)
  // Locked, so that the step finds the same lines.
  await lockOrder(trx, orderId)
  const positions = await findPositions(trx, orderId)
  const shipmentLines: ShipmentLine[] = []
  for (const { line, quantity } of lines) {
    const position = positions[line]
    if (position === undefined) return refuse({ code: 'line_not_found', position: line })
    shipmentLines.push({ position, quantity })
  }
  const result = await takeStep(shipmentLines)
  if (result.ok || !('position' in result.refusal)) return result
  return refuse({ ...result.refusal, position: positions.indexOf(result.refusal.position) })
}
