import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { openFulfillment, type StepTarget } from './pack-order.ts'
import { chooseShipments, recordSteps } from './take-step.ts'

/** Records that one parcel arrived, or all that are in transit. */
export async function deliverOrder(
  trx: Transaction,
  actor: Actor,
  { shipmentId, ...target }: StepTarget & { shipmentId?: number | undefined },
  shop: PaymentServices,
): Promise<Result<{ shipmentIds: number[] }, FulfillmentRefusal>> {
  const fulfillment = await openFulfillment(trx, target)
  if (!fulfillment.ok) return fulfillment
  const { order } = fulfillment
  if (order.type !== 'D') return refuse({ code: 'is_pickup' })
  const choice = await chooseShipments(trx, actor, order, 'delivered', { shipmentId })
  if (!choice.ok) return choice
  await recordSteps(trx, actor, { order, shipments: choice.shipments, details: { step: 'delivered' } }, shop)
  return { ok: true, shipmentIds: choice.shipments.map(({ id }) => id) }
}
