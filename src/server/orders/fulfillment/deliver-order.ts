import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { type OrderOfStep, openFulfillment } from './pack-order.ts'
import { chooseShipments, recordSteps } from './take-step.ts'

/** Records that one parcel arrived, or all that are in transit. */
export async function deliverOrder(
  trx: Transaction,
  actor: Actor,
  { shipmentId, ...of }: OrderOfStep & { shipmentId?: number | undefined },
  shop: PaymentServices,
): Promise<Result<{ shipmentIds: number[] }, FulfillmentRefusal>> {
  const opened = await openFulfillment(trx, of)
  if (!opened.ok) return opened
  const { order } = opened
  if (order.type !== 'D') return refuse({ code: 'not_a_delivery' })
  const chosen = await chooseShipments(trx, actor, order, 'delivered', { shipmentId })
  if (!chosen.ok) return chosen
  await recordSteps(trx, actor, { order, shipments: chosen.shipments, details: { step: 'delivered' } }, shop)
  return { ok: true, shipmentIds: chosen.shipments.map(({ id }) => id) }
}
