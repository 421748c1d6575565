import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { openFulfillment, refuseUncleared, type StepTarget } from './pack-order.ts'
import { chooseShipments, recordSteps, type StepChoice } from './take-step.ts'

/** Records that goods are ready at the counter and emails the customer; packs whatever is not packed yet. */
export async function readyForPickup(
  trx: Transaction,
  actor: Actor,
  { orderId, expectedVersion, checkHoldDays, ...choice }: StepChoice & StepTarget,
  shop: PaymentServices,
): Promise<Result<{ shipmentIds: number[]; isPaid: boolean }, FulfillmentRefusal>> {
  const fulfillment = await openFulfillment(trx, { orderId, expectedVersion })
  if (!fulfillment.ok) return fulfillment
  const { order } = fulfillment
  const isPacked = order.shipments.some(({ state }) => state === 'packed')
  const clearanceRefusal = isPacked ? undefined : await refuseUncleared(trx, order, { orderId, checkHoldDays })
  if (clearanceRefusal) return clearanceRefusal
  if (order.type !== 'P') return refuse({ code: 'is_delivery' })
  const selection = await chooseShipments(trx, actor, order, 'ready_for_pickup', choice)
  if (!selection.ok) return selection
  await recordSteps(trx, actor, { order, shipments: selection.shipments, details: { step: 'ready_for_pickup' } }, shop)
  const shipmentIds = selection.shipments.map(({ id }) => id)
  // Sends one email regardless of the number of bags: they are picked up together.
  await shop.jobs.queue(trx, 'mail', [
    { mail: 'order_ready', order_id: order.id, shipment_id: Math.max(...shipmentIds) },
  ])
  return { ok: true, shipmentIds, isPaid: order.paid_at !== null }
}
