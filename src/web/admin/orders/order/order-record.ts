import type { AdminResponse } from '#contract/admin-calls.ts'

export type OrderRecord = AdminResponse<'managedOrder'>
export type LedgerEntry = OrderRecord['ledger'][number]
export type StaffShipment = OrderRecord['fulfillment']['shipments'][number]
export type HistoryEntry = OrderRecord['history'][number]

/** Returns `3 items`, `1 item`. */
export const formatItems = (quantity: number): string => `${quantity} ${quantity === 1 ? 'item' : 'items'}`

/** Returned units by line. */
export function returnedByLine({ returns }: Pick<OrderRecord, 'returns'>): Map<number, number> {
  const returned = new Map<number, number>()
  for (const { line, quantity } of returns.flatMap(({ lines }) => lines))
    returned.set(line, (returned.get(line) ?? 0) + quantity)
  return returned
}

/** Number of units that were not returned. */
export const unreturnedCount = ({ order, returns }: Pick<OrderRecord, 'order' | 'returns'>): number =>
  order.products.reduce((sum, { quantity }) => sum + quantity, 0) -
  [...returnedByLine({ returns }).values()].reduce((sum, quantity) => sum + quantity, 0)

/** Shipped units by line. */
export function shippedByLine({ fulfillment }: Pick<OrderRecord, 'fulfillment'>): Map<number, number> {
  const shipped = new Map<number, number>()
  for (const { state, lines } of fulfillment.shipments) {
    if (state !== 'shipped' && state !== 'delivered' && state !== 'picked_up') continue
    for (const { line, quantity } of lines) shipped.set(line, (shipped.get(line) ?? 0) + quantity)
  }
  return shipped
}

/** Number of units that were delivered or are with the carrier, and were not returned. */
export function deliveredCount(record: Pick<OrderRecord, 'order' | 'fulfillment' | 'returns'>): number {
  const returned = returnedByLine(record)
  return [...shippedByLine(record)].reduce((sum, [line, shippedQuantity]) => {
    const { quantity = 0, shippable = 0 } = record.order.products[line] ?? {}
    const neverShipped = quantity - shippable
    return sum + shippedQuantity - ((returned.get(line) ?? 0) - neverShipped)
  }, 0)
}

/** Number of units that are packed but not shipped. */
export const packedCount = ({ fulfillment }: Pick<OrderRecord, 'fulfillment'>): number =>
  fulfillment.shipments
    .filter(({ state }) => state === 'packed' || state === 'ready_for_pickup')
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0)
