import type { Order, Shipment } from '#contract/orders/calls.ts'
import type { ShipmentLine, ShippedQuantities } from '#domain/fulfillment/state.ts'

/** Returns the shippable lines of an order, and its shipments, for the domain rules. */
export const toOrderedLines = (order: Pick<Order, 'products'>): ShipmentLine[] =>
  order.products.map(({ shippable }, position) => ({ position, quantity: shippable }))

export const toShippedLines = ({ state, lines }: Pick<Shipment, 'state' | 'lines'>): ShippedQuantities => ({
  state,
  lines: lines.map(({ line, quantity }) => ({ position: line, quantity })),
})
