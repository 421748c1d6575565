import type { Order, Shipment } from '#contract/order.ts'
import type { ShipmentLine, ShippedQuantities } from '#domain/fulfillment/state.ts'

/** What leaves the house of an order as lines, and its shipments, for the rules of the domain. */
export const orderedLines = (order: Pick<Order, 'products'>): ShipmentLine[] =>
  order.products.map(({ shippable }, position) => ({ position, quantity: shippable }))

export const shippedLines = ({ state, lines }: Pick<Shipment, 'state' | 'lines'>): ShippedQuantities => ({
  state,
  lines: lines.map(({ line, quantity }) => ({ position: line, quantity })),
})
