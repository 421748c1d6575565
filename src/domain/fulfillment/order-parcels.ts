import { findOpenLines, hasLeftShop, type ShipmentLine, type ShippedQuantities } from './state.ts'

/**
 * The lines that follow after a shipment: everything ordered that is not in it and was not handed over before
 * (docs/back-office §3, Fulfillment).
 */
export function findRemainingLines<Shipped extends ShippedQuantities>(
  ordered: readonly ShipmentLine[],
  shipments: readonly Shipped[],
  shipment: Shipped,
): ShipmentLine[] {
  return findOpenLines(
    ordered,
    shipments.filter((candidate) => candidate === shipment || hasLeftShop(candidate.state)),
  )
}
