import type { ShipmentLine } from '#domain/fulfillment/state.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { FulfillmentRefusal } from '#server/fulfillment/fulfillment-refusal.ts'
import { lockOrder } from '#server/payment/lock-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findPositions } from './order-file.queries.ts'

/** A line as calls name it: by its index, as the order shows its products. */
export type LineOfCall = { line: number; quantity: number }

/** Takes a step with the lines that a call names; the refusal names them as the call did. */
export async function withPositions<Taken>(
  trx: Transaction,
  orderId: number,
  lines: readonly LineOfCall[] | undefined,
  take: (lines: ShipmentLine[] | undefined) => Promise<Result<Taken, FulfillmentRefusal>>,
): Promise<Result<Taken, FulfillmentRefusal>> {
  if (lines === undefined) return take(undefined)
  // Locked, so that the lines are those that the step will find.
  await lockOrder(trx, orderId)
  const positions = await findPositions(trx, orderId)
  const wanted: ShipmentLine[] = []
  for (const { line, quantity } of lines) {
    const position = positions[line]
    if (position === undefined) return refuse({ code: 'unknown_line', position: line })
    wanted.push({ position, quantity })
  }
  const taken = await take(wanted)
  if (taken.ok || !('position' in taken.refusal)) return taken
  return refuse({ ...taken.refusal, position: positions.indexOf(taken.refusal.position) })
}
