/** The steps of a shipment in ascending order; a delivery takes some of them, a pickup others. */
export const shipmentSteps = ['packed', 'ready_for_pickup', 'shipped', 'delivered', 'picked_up'] as const
export type ShipmentStep = (typeof shipmentSteps)[number]
export type ShipmentState = ShipmentStep | 'voided'

export const fulfillmentStates = [
  'unfulfilled',
  ...shipmentSteps,
  'partly_packed',
  'partly_ready_for_pickup',
  'partly_shipped',
  'partly_delivered',
  'partly_picked_up',
] as const satisfies readonly ('unfulfilled' | ShipmentStep | `partly_${ShipmentStep}`)[]
export type FulfillmentState = (typeof fulfillmentStates)[number]

export type ShipmentLine = { position: number; quantity: number }
export type ShippedQuantities = { state: ShipmentState; lines: readonly ShipmentLine[] }

/** Returns whether goods of such a shipment have left the shop: they are with the carrier or with the customer. */
export const hasLeftShop = (state: ShipmentState): boolean =>
  state === 'shipped' || state === 'delivered' || state === 'picked_up'

/**
 * Fulfillment of an order (docs/back-office §3): the furthest step that any of its goods have reached, `partly_` unless
 * all have. Voided shipments do not count.
 */
export function findFulfillmentState(
  ordered: readonly ShipmentLine[],
  shipments: readonly ShippedQuantities[],
): FulfillmentState {
  const orderedQuantity = ordered.reduce((sum, line) => sum + line.quantity, 0)
  for (const step of shipmentSteps.toReversed()) {
    const reached = sumQuantity(shipments, (state) => state === step)
    if (reached > 0) return reached < orderedQuantity ? `partly_${step}` : step
  }
  return 'unfulfilled'
}

/** Returns whether all goods of an order have left the shop, which is required to complete it (docs/back-office §3). */
export const isAllHandedOver = (ordered: readonly ShipmentLine[], shipments: readonly ShippedQuantities[]): boolean =>
  sumQuantity(shipments, hasLeftShop) >= ordered.reduce((sum, line) => sum + line.quantity, 0)

/** Units of each line that are in no active shipment, in line order; omits lines without open units. */
export function findOpenLines(
  ordered: readonly ShipmentLine[],
  shipments: readonly ShippedQuantities[],
): ShipmentLine[] {
  const packed = new Map<number, number>()
  for (const { state, lines } of shipments) {
    if (state === 'voided') continue
    for (const { position, quantity } of lines) packed.set(position, (packed.get(position) ?? 0) + quantity)
  }
  return ordered
    .map(({ position, quantity }) => ({ position, quantity: quantity - (packed.get(position) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

const sumQuantity = (shipments: readonly ShippedQuantities[], isCounted: (state: ShipmentState) => boolean): number =>
  shipments
    .filter(({ state }) => isCounted(state))
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0)
