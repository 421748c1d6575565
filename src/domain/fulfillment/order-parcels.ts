import { isHandedOverIn, openLines, type ShipmentLine, type ShippedQuantities } from './state.ts'

/**
 * The lines that follow after a shipment: everything ordered that is not in it and was not handed over before
 * (docs/back-office §3, Fulfillment).
 */
export function linesThatFollow<Shipped extends ShippedQuantities>(
  ordered: readonly ShipmentLine[],
  shipments: readonly Shipped[],
  shipment: Shipped,
): ShipmentLine[] {
  return openLines(
    ordered,
    shipments.filter((one) => one === shipment || isHandedOverIn(one.state)),
  )
}
