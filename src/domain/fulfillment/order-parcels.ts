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

/**
 * The parcels to print documents for: those packed and not handed over; else the open lines, as one parcel; else all
 * that were handed over.
 */
export function parcelsToPrint(
  ordered: readonly ShipmentLine[],
  shipments: readonly ShippedQuantities[],
): (readonly ShipmentLine[])[] {
  const live = shipments.filter(({ state }) => state !== 'voided')
  const here = live.filter(({ state }) => !isHandedOverIn(state))
  if (here.length > 0) return here.map(({ lines }) => lines)
  const open = openLines(ordered, live)
  return open.length > 0 ? [open] : live.map(({ lines }) => lines)
}
