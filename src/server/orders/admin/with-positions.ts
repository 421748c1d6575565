import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { FulfillmentRefusal } from '#server/orders/fulfillment/fulfillment-refusal.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findPositions } from './order-file.queries.ts'

/** A line as calls name it: by its index in the products of the order. */
export type LineOfCall = { line: number; quantity: number }

/** Takes a step with the lines that a call names by index; a refusal uses the same indexes. */
export async function withPositions<Taken>(
  trx: Transaction,
  orderId: number,
  lines: readonly LineOfCall[] | undefined,
  take: (lines: ShipmentLine[] | undefined) => Promise<Result<Taken, FulfillmentRefusal>>,
): Promise<Result<Taken, FulfillmentRefusal>> {
  if (lines === undefined) return take(undefined)
  // Locked, so that the step finds the same lines.
  await lockOrder(trx, orderId)
  const positions = await findPositions(trx, orderId)
  const wanted: ShipmentLine[] = []
  for (const { line, quantity } of lines) {
    const position = positions[line]
    if (position === undefined) return refuse({ code: 'line_not_found', position: line })
    wanted.push({ position, quantity })
  }
  const taken = await take(wanted)
  if (taken.ok || !('position' in taken.refusal)) return taken
  return refuse({ ...taken.refusal, position: positions.indexOf(taken.refusal.position) })
}
