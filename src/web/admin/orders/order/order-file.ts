import type { AdminAnswer } from '#contract/admin-calls.ts'

/** One order with all that staff know of it. */
export type OrderFile = AdminAnswer<'managedOrder'>
export type LedgerEntry = OrderFile['ledger'][number]
export type StaffShipment = OrderFile['fulfillment']['shipments'][number]
export type HistoryEntry = OrderFile['history'][number]

/** `3 pieces`, `1 piece`. */
export const pieces = (quantity: number): string => `${quantity} ${quantity === 1 ? 'item' : 'items'}`

/** Pieces of each line that came back, by the line. */
export function returnedOf({ returns }: Pick<OrderFile, 'returns'>): Map<number, number> {
  const returned = new Map<number, number>()
  for (const { line, quantity } of returns.flatMap(({ lines }) => lines))
    returned.set(line, (returned.get(line) ?? 0) + quantity)
  return returned
}

/** Pieces that did not come back, of all lines. */
export const piecesLeft = ({ order, returns }: Pick<OrderFile, 'order' | 'returns'>): number =>
  order.products.reduce((sum, { quantity }) => sum + quantity, 0) -
  [...returnedOf({ returns }).values()].reduce((sum, quantity) => sum + quantity, 0)

/** Pieces of each line that left the house, by the line. */
export function shippedOf({ fulfillment }: Pick<OrderFile, 'fulfillment'>): Map<number, number> {
  const shipped = new Map<number, number>()
  for (const { state, lines } of fulfillment.shipments) {
    if (state !== 'shipped' && state !== 'delivered' && state !== 'picked_up') continue
    for (const { line, quantity } of lines) shipped.set(line, (shipped.get(line) ?? 0) + quantity)
  }
  return shipped
}

/** Pieces that are with the carrier or the customer: handed over, and not come back. */
export function piecesOutside(file: Pick<OrderFile, 'order' | 'fulfillment' | 'returns'>): number {
  const returned = returnedOf(file)
  return [...shippedOf(file)].reduce((sum, [line, sent]) => {
    const { quantity = 0, shippable = 0 } = file.order.products[line] ?? {}
    const neverLeft = quantity - shippable
    return sum + sent - ((returned.get(line) ?? 0) - neverLeft)
  }, 0)
}

/** Pieces that are packed and still here. */
export const packedPieces = ({ fulfillment }: Pick<OrderFile, 'fulfillment'>): number =>
  fulfillment.shipments
    .filter(({ state }) => state === 'packed' || state === 'ready_for_pickup')
    .flatMap(({ lines }) => lines)
    .reduce((sum, { quantity }) => sum + quantity, 0)
