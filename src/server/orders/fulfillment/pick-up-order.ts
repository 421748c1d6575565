import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { FulfillmentRefusal } from './fulfillment-refusal.ts'
import { type OrderOfStep, openFulfillment, refuseUncleared } from './pack-order.ts'
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
    expectedSteps,
    checkHoldDays,
    name: given = '',
    ...choice
  }: StepChoice &
    OrderOfStep & {
      /** Name of the person who picked up the goods; defaults to the buyer. */
      name?: string | undefined
    },
  shop: PaymentServices,
): Promise<Result<{ shipmentIds: number[]; name: string; isPaid: boolean }, FulfillmentRefusal>> {
  const opened = await openFulfillment(trx, { orderId, expectedSteps })
  if (!opened.ok) return opened
  const { order } = opened
  const waiting = await refuseUncleared(trx, order, { orderId, checkHoldDays })
  if (waiting) return waiting
  if (order.type !== 'P') return refuse({ code: 'not_a_pickup' })
  const chosen = await chooseShipments(trx, actor, order, 'picked_up', choice)
  if (!chosen.ok) return chosen
  const name = given.trim() || `${order.first_name} ${order.last_name}`
  await recordSteps(trx, actor, { order, shipments: chosen.shipments, details: { step: 'picked_up', name } }, shop)
  return { ok: true, shipmentIds: chosen.shipments.map(({ id }) => id), name, isPaid: order.paid_at !== null }
}
