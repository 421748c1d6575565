import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { openFulfillment } from './pack-order.ts'
import { chooseShipments, recordStep, type StepChoice } from './take-step.ts'

/** Records that goods wait at the counter, and mails the customer; what is not packed yet is packed by it. */
export async function readyForPickup(
  trx: Transaction,
  actor: Actor,
  { orderId, ...choice }: StepChoice & { orderId: number },
  jobs: Jobs,
): Promise<Result<{ shipmentIds: number[]; isPaid: boolean }, FulfillmentRefusal>> {
  const opened = await openFulfillment(trx, orderId)
  if (!opened.ok) return opened
  const { order } = opened
  if (order.type !== 'P') return refuse({ code: 'not_a_pickup' })
  const chosen = await chooseShipments(trx, actor, order, 'ready_for_pickup', choice)
  if (!chosen.ok) return chosen
  for (const shipment of chosen.shipments) await recordStep(trx, actor, order, shipment, { step: 'ready_for_pickup' })
  const shipmentIds = chosen.shipments.map(({ id }) => id)
  // One mail, however many bags: they are fetched at once.
  await jobs.queue(trx, 'mail', [{ mail: 'order_ready', order_id: order.id, shipment_id: Math.max(...shipmentIds) }])
  return { ok: true, shipmentIds, isPaid: order.paid_at !== null }
}
