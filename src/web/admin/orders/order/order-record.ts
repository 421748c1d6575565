import type { AdminAnswer } from '#contract/admin-calls.ts'

export type OrderFile = AdminAnswer<'managedOrder'>
export type LedgerEntry = OrderFile['ledger'][number]
export type StaffShipment = OrderFile['fulfillment']['shipments'][number]
export type HistoryEntry = OrderFile['history'][number]

/** Returns `3 items`, `1 item`. */
export const formatItems = (quantity: number): string => `${quantity} ${quantity === 1 ? 'item' : 'items'}`

/** Returned units by line. */
export function returnedByLine({ returns }: Pick<OrderFile, 'returns'>): Map<number, number> {
  const returned = new Map<number, number>()
  for (const { line, quantity } of returns.flatMap(({ lines }) => lines))
    returned.set(line, (returned.get(line) ?? 0) + quantity)
  return returned
}

/** Number of units that were not returned. */
export const unreturnedCount = ({ order, returns }: Pick<OrderFile, 'order' | 'returns'>): number =>
  order.products.reduce((sum, { quantity }) => sum + quantity, 0) -
  [...returnedByLine({ returns }).values()].reduce((sum, quantity) => sum + quantity, 0)

/** Shipped units by line. */
export function shippedByLine({ fulfillment }: Pick<OrderFile, 'fulfillment'>): Map<number, number> {
  const shipped = new Map<number, number>()
  for (const { state, lines } of fulfillment.shipments) {
    if (state !== 'shipped' && state !== 'delivered' && state !== 'picked_up') continue
    for (const { line, quantity } of lines) shipped.set(line, (shipped.get(line) ?? 0) + quantity)
  }
  return shipped
}

/** Number of units that were delivered or are with the carrier, and were not returned. */
export function deliveredCount(file: Pick<OrderFile, 'order' | 'fulfillment' | 'returns'>): number {
  const returned = returnedByLine(file)
  return [...shippedByLine(file)].reduce((sum, [line, shippedQuantity]) => {
    const { quantity = 0, shippable = 0 } = file.order.products[line] ?? {}
    const neverShipped = quantity - shippable
    return sum + shippedQuantity - ((returned.get(line) ?? 0) - neverShipped)
  }, 0)
}

/** Number of units that are packed but not shipped. */
export const packedCount = ({ fulfillment }: Pick<OrderFile, 'fulfillment'>): number =>
  fulfillment.shipments
    .filter(({ state }) => state === 'packed' || state === 'ready_for_pickup')
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0)
