import {
  type FulfillmentState,
  findFulfillmentState,
  isAllHandedOver,
  type ShipmentLine,
  type ShippedQuantities,
} from '#domain/fulfillment/state.ts'
import type { OrderStatus } from '#domain/orders/status.ts'

export type OrderFulfillment = {
  id: number
  type: 'D' | 'P'
  status: OrderStatus
  fulfillment_state: FulfillmentState
  /** Quantities of each line that can be handed over. */
  shippable: ShipmentLine[]
  shipments: (ShippedQuantities & { id: number; kind: 'delivery' | 'pickup' })[]
}

/**
 * Recomputes an order's fulfillment from its shipments; returns a message for each difference (docs/back-office §3).
 */
export function checkFulfillment(order: OrderFulfillment): string[] {
  const { id, shippable, shipments } = order
  const findings: string[] = []
  const state = findFulfillmentState(shippable, shipments)
  if (order.fulfillment_state !== state) {
    findings.push(`Order ${id}: its fulfillment is ${order.fulfillment_state}, should be ${state}.`)
  }
  const activeShipments = shipments.filter((shipment) => shipment.state !== 'voided')
  const ordered = new Map(shippable.map(({ position, quantity }) => [position, quantity]))
  const packed = new Map<number, number>()
  for (const { position, quantity } of activeShipments.flatMap(({ lines }) => lines)) {
    packed.set(position, (packed.get(position) ?? 0) + quantity)
  }
  for (const [position, quantity] of packed) {
    const orderedQuantity = ordered.get(position) ?? 0
    if (quantity > orderedQuantity)
      findings.push(`Order ${id}: of line ${position} ${quantity} are packed, of ${orderedQuantity} ordered.`)
  }
  for (const shipment of activeShipments) {
    if ((shipment.kind === 'delivery') !== (order.type === 'D')) {
      findings.push(`Order ${id}: shipment ${shipment.id} is a ${shipment.kind}, the order is none.`)
    }
  }
  if (order.status === 'completed' && !isAllHandedOver(shippable, shipments)) {
    findings.push(`Order ${id} is completed and not handed over.`)
  }
  return findings
}
