import type { AdminAnswer } from '#contract/admin-calls.ts'

export type OrderFile = AdminAnswer<'managedOrder'>
export type LedgerEntry = OrderFile['ledger'][number]
export type StaffShipment = OrderFile['fulfillment']['shipments'][number]
export type HistoryEntry = OrderFile['history'][number]

/** Returns `3 pieces`, `1 piece`. */
export const pieces = (quantity: number): string => `${quantity} ${quantity === 1 ? 'item' : 'items'}`

/** Returned pieces by line. */
export function returnedOf({ returns }: Pick<OrderFile, 'returns'>): Map<number, number> {
  const returned = new Map<number, number>()
  for (const { line, quantity } of returns.flatMap(({ lines }) => lines))
    returned.set(line, (returned.get(line) ?? 0) + quantity)
  return returned
}

/** Number of pieces that were not returned. */
export const piecesLeft = ({ order, returns }: Pick<OrderFile, 'order' | 'returns'>): number =>
  order.products.reduce((sum, { quantity }) => sum + quantity, 0) -
  [...returnedOf({ returns }).values()].reduce((sum, quantity) => sum + quantity, 0)

/** Shipped pieces by line. */
export function shippedOf({ fulfillment }: Pick<OrderFile, 'fulfillment'>): Map<number, number> {
  const shipped = new Map<number, number>()
  for (const { state, lines } of fulfillment.shipments) {
    if (state !== 'shipped' && state !== 'delivered' && state !== 'picked_up') continue
    for (const { line, quantity } of lines) shipped.set(line, (shipped.get(line) ?? 0) + quantity)
  }
  return shipped
}

/** Number of pieces that were delivered or are with the carrier, and were not returned. */
export function piecesOutside(file: Pick<OrderFile, 'order' | 'fulfillment' | 'returns'>): number {
  const returned = returnedOf(file)
  return [...shippedOf(file)].reduce((sum, [line, sent]) => {
    const { quantity = 0, shippable = 0 } = file.order.products[line] ?? {}
    const neverLeft = quantity - shippable
    return sum + sent - ((returned.get(line) ?? 0) - neverLeft)
  }, 0)
}

/** Number of pieces that are packed but not shipped. */
export const packedPieces = ({ fulfillment }: Pick<OrderFile, 'fulfillment'>): number =>
  fulfillment.shipments
    .filter(({ state }) => state === 'packed' || state === 'ready_for_pickup')
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0)
