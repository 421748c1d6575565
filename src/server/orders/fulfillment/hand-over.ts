import { findOpenLines, hasLeftShop, isAllHandedOver } from '#domain/fulfillment/state.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { type FulfillmentRow, findFulfillment, lockFulfillment, type StepDetails } from './fulfillment.queries.ts'
import { packLines } from './pack-order.ts'
import { recordStep } from './take-step.ts'

/** Reports whether all goods of an order were given to a carrier or picked up (docs/back-office §3). */
export async function isHandedOver(db: Database | Transaction, orderId: number): Promise<boolean> {
  const order = await findFulfillment(db, orderId)
  return order !== undefined && isAllHandedOver(order.ordered, order.shipments)
}

/**
 * Records the handover of all remaining goods, as completing an order does (docs/product §11). The customer receives
 * only the completion email; the carrier is unknown.
 */
export async function handOverRemaining(trx: Transaction, actor: Actor, orderId: number): Promise<void> {
  const order = await lockFulfillment(trx, orderId)
  if (!order) throw new Error(`there is no order ${orderId} to hand over`)
  const details = toHandover(order)
  for (const shipment of order.shipments) {
    if (shipment.state === 'voided' || hasLeftShop(shipment.state)) continue
    await recordStep(trx, actor, order, shipment, details)
  }
  if (findOpenLines(order.ordered, order.shipments).length === 0) return
  const packed = await packLines(trx, actor, order, undefined)
  if (!packed.ok) throw new Error(`order ${orderId} cannot be handed over: ${packed.refusal.code}`)
  await recordStep(trx, actor, order, { id: packed.shipmentId, lines: packed.lines, state: 'packed' }, details)
}

const toHandover = (order: FulfillmentRow): StepDetails =>
  order.type === 'D'
    ? { step: 'shipped', carrier: null, trackingNumber: '' }
    : { step: 'picked_up', name: `${order.first_name} ${order.last_name}` }
