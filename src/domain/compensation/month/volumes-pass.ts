import { addTo, type Cards, type OrderColumns } from './columns.ts'

/**
 * Adds the volumes of some orders to their credited members: personal and customer PV, and personal sales in cents
 * (docs/plan §1, §10). Orders are worth at least 0; reversals may be negative. Throws a RangeError on anything but
 * integers.
 */
export function addVolumes(
  cards: Pick<Cards, 'personalPv' | 'customerPv' | 'totalSalesCents'>,
  orders: OrderColumns,
  from: number,
  to: number,
  lowest: 0 | undefined,
): void {
  const { credited, customer, cvCents, pv } = orders
  const members = cards.personalPv.length
  for (let index = from; index < to; index++) {
    const member = credited[index] as number
    const value = cvCents[index] as number
    const points = pv[index] as number
    if (!Number.isSafeInteger(value) || !Number.isSafeInteger(points)) {
      throw new RangeError(`order at ${index}: cents and points must be whole numbers`)
    }
    if (lowest !== undefined && (value < lowest || points < lowest)) {
      throw new RangeError(`order at ${index}: an order's value must not be negative`)
    }
    if (member < -1 || member >= members) throw new RangeError(`order at ${index}: member ${member} does not exist`)
    if (member === -1) continue
    addTo(cards.personalPv, member, points)
    if (customer[index] === 1) addTo(cards.customerPv, member, points)
    addTo(cards.totalSalesCents, member, value)
  }
}
