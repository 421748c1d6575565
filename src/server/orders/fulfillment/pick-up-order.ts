import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { openFulfillment, refuseUncleared, type StepTarget } from './pack-order.ts'
import { chooseShipments, recordSteps, type StepChoice } from './take-step.ts'

/**
 * Records who took goods at the counter: everything that waits there, or everything open if nothing does, as when a
 * customer buys and takes the goods right away.
 */
export async function pickUpOrder(
  trx: Transaction,
  actor: Actor,
  {
    orderId,
    expectedVersion,
    checkHoldDays,
    name: enteredName = '',
    ...choice
  }: StepChoice &
    StepTarget & {
      /** Name of the person who picked up the goods; defaults to the buyer. */
      name?: string | undefined
    },
  shop: PaymentServices,
): Promise<Result<{ shipmentIds: number[]; name: string; isPaid: boolean }, FulfillmentRefusal>> {
  const fulfillment = await openFulfillment(trx, { orderId, expectedVersion })
  if (!fulfillment.ok) return fulfillment
  const { order } = fulfillment
  const clearanceRefusal = await refuseUncleared(trx, order, { orderId, checkHoldDays })
  if (clearanceRefusal) return clearanceRefusal
  if (order.type !== 'P') return refuse({ code: 'is_delivery' })
  const selection = await chooseShipments(trx, actor, order, 'picked_up', choice)
  if (!selection.ok) return selection
  const name = enteredName.trim() || `${order.first_name} ${order.last_name}`
  await recordSteps(trx, actor, { order, shipments: selection.shipments, details: { step: 'picked_up', name } }, shop)
  return { ok: true, shipmentIds: selection.shipments.map(({ id }) => id), name, isPaid: order.paid_at !== null }
}
