import { hasLeftShop } from '#domain/fulfillment/state.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockFulfillment } from './fulfillment.queries.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { openFulfillment, type StepTarget } from './pack-order.ts'
import { recordStep } from './take-step.ts'

/** Unpacks a shipment that is still on site, with a reason; its lines are open again. */
export async function voidShipment(
  trx: Transaction,
  actor: Actor,
  { shipmentId, reason, ...target }: StepTarget & { shipmentId: number; reason: string },
): Promise<Result<NoValue, FulfillmentRefusal>> {
  if (reason.trim() === '') return refuse({ code: 'reason_required' })
  const fulfillment = await openFulfillment(trx, target)
  if (!fulfillment.ok) return fulfillment
  const shipment = fulfillment.order.shipments.find(({ id }) => id === shipmentId)
  if (!shipment) return refuse({ code: 'shipment_not_found', shipmentId })
  const { state } = shipment
  if (state === 'voided' || hasLeftShop(state)) return refuse({ code: 'step_already_taken', shipmentId, state })
  await recordStep(trx, actor, fulfillment.order, shipment, { step: 'voided', reason: reason.trim() })
  return { ok: true }
}

/** Unpacks all remaining shipments of an order that is being canceled. */
export async function voidRemaining(trx: Transaction, actor: Actor, orderId: number, reason: string): Promise<void> {
  const order = await lockFulfillment(trx, orderId)
  for (const shipment of order?.shipments ?? []) {
    if (!order || shipment.state === 'voided' || hasLeftShop(shipment.state)) continue
    await recordStep(trx, actor, order, shipment, { step: 'voided', reason })
  }
}
