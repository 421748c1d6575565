import { type Carrier, guessCarrier, parseTrackingNumber } from '#domain/fulfillment/carriers.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { openFulfillment, type PackedShipment, refuseUncleared, type StepTarget } from './pack-order.ts'
import { chooseShipments, recordSteps, type StepChoice } from './take-step.ts'

/**
 * Records that a parcel is in transit and emails the customer. Packs whatever is not packed yet. Unpaid orders can be
 * shipped, with a warning to the clerk. Each parcel has one tracking number, so recording it twice is refused.
 */
export async function shipOrder(
  trx: Transaction,
  actor: Actor,
  {
    orderId,
    expectedVersion,
    checkHoldDays,
    carrier,
    trackingNumber: enteredNumber = '',
    ...choice
  }: StepChoice &
    StepTarget & {
      /** Derived from the shape of the tracking number if omitted. */
      carrier?: Carrier | undefined
      trackingNumber?: string | undefined
    },
  shop: PaymentServices,
): Promise<Result<PackedShipment & { isPaid: boolean; carrier: Carrier }, FulfillmentRefusal>> {
  const fulfillment = await openFulfillment(trx, { orderId, expectedVersion })
  if (!fulfillment.ok) return fulfillment
  const { order } = fulfillment
  const clearanceRefusal = await refuseUncleared(trx, order, { orderId, checkHoldDays })
  if (clearanceRefusal) return clearanceRefusal
  if (order.type !== 'D') return refuse({ code: 'is_pickup' })
  const trackingNumber = enteredNumber === '' ? '' : parseTrackingNumber(enteredNumber)
  if (trackingNumber === undefined) return refuse({ code: 'tracking_number_invalid' })
  const duplicate = order.shipments.find(
    (candidate) => trackingNumber !== '' && candidate.tracking_number === trackingNumber,
  )
  if (duplicate) return refuse({ code: 'tracking_number_taken', shipmentId: duplicate.id })

  const selection = await chooseShipments(trx, actor, order, 'shipped', choice)
  if (!selection.ok) return selection
  const [shipment, ...moreShipments] = selection.shipments
  if (!shipment || moreShipments.length > 0) {
    return refuse({ code: 'shipment_required', shipmentIds: selection.shipments.map(({ id }) => id) })
  }
  const actualCarrier = carrier ?? guessCarrier(trackingNumber) ?? 'other'
  await shop.jobs.queue(trx, 'mail', [{ mail: 'order_shipped', order_id: order.id, shipment_id: shipment.id }])
  const details = { step: 'shipped', carrier: actualCarrier, trackingNumber } as const
  await recordSteps(trx, actor, { order, shipments: [shipment], details }, shop)
  return {
    ok: true,
    shipmentId: shipment.id,
    lines: shipment.lines,
    isPaid: order.paid_at !== null,
    carrier: actualCarrier,
  }
}
