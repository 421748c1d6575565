import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { type OrderOfStep, openFulfillment, refuseUncleared } from './pack-order.ts'
import { chooseShipments, recordSteps, type StepChoice } from './take-step.ts'

/** Records that goods are ready at the counter and emails the customer; packs whatever is not packed yet. */
export async function readyForPickup(
  trx: Transaction,
  actor: Actor,
  { orderId, expectedSteps, checkHoldDays, ...choice }: StepChoice & OrderOfStep,
  shop: PaymentServices,
): Promise<Result<{ shipmentIds: number[]; isPaid: boolean }, FulfillmentRefusal>> {
  const opened = await openFulfillment(trx, { orderId, expectedSteps })
  if (!opened.ok) return opened
  const { order } = opened
  const isPacked = order.shipments.some(({ state }) => state === 'packed')
  const waiting = isPacked ? undefined : await refuseUncleared(trx, order, { orderId, checkHoldDays })
  if (waiting) return waiting
  if (order.type !== 'P') return refuse({ code: 'not_a_pickup' })
  const chosen = await chooseShipments(trx, actor, order, 'ready_for_pickup', choice)
  if (!chosen.ok) return chosen
  await recordSteps(trx, actor, { order, shipments: chosen.shipments, details: { step: 'ready_for_pickup' } }, shop)
  const shipmentIds = chosen.shipments.map(({ id }) => id)
  // Sends one email regardless of the number of bags: they are picked up together.
  await shop.jobs.queue(trx, 'mail', [
    { mail: 'order_ready', order_id: order.id, shipment_id: Math.max(...shipmentIds) },
  ])
  return { ok: true, shipmentIds, isPaid: order.paid_at !== null }
}
