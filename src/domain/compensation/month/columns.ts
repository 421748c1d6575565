/**
 * Members have the indexes 0 … n−1. `sponsor` is −1 at the top; `active` is 1 for members eligible at the month's end
 * (docs/plan §5).
 */
export type TreeColumns = { sponsor: Int32Array; active: Uint8Array }

/**
 * One order per index. `credited` is −1 for orders without a member; `customer` is 1 for customer orders. Cents and
 * points are floats that contain integers up to 2⁵³, which is checked.
 */
export type OrderColumns = { credited: Int32Array; customer: Uint8Array; cvCents: Float64Array; pv: Float64Array }

/**
 * Entries of this month from returns on earlier months' orders (docs/plan §8.2, §8.3): negative volumes, and lines as
 * `reverseOrder` returns them. Staff corrections (docs/plan §8.5) refer to their bonus by its index in
 * CORRECTED_BONUSES.
 */
export type BookedColumns = {
  volumes: OrderColumns
  lines: { payee: Int32Array; kind: Uint8Array; amountCents: Float64Array }
  corrections: { member: Int32Array; bonus: Uint8Array; amountCents: Float64Array }
}

export type MonthInput = { tree: TreeColumns; orders: OrderColumns; booked: BookedColumns }

/**
 * Members' months, one per index (docs/plan §10). Money in cents, PV in points; everything but the level may be
 * negative.
 */
export type Cards = {
  level: Uint8Array
  personalPv: Float64Array
  customerPv: Float64Array
  groupPv: Float64Array
  totalSalesCents: Float64Array
  salesBonusCents: Float64Array
  levelBonusCents: Float64Array
  totalBonusCents: Float64Array
}

/**
 * Bonus lines, one per index, without lines of 0. `order` is an index of the orders, `kind` one of LINE_KINDS;
 * `coveredBy` is −1 if there is none.
 */
export type LineColumns = {
  order: Int32Array
  payee: Int32Array
  kind: Uint8Array
  depth: Int32Array
  level: Uint8Array
  rateBp: Uint16Array
  coveredBp: Uint16Array
  coveredBy: Int32Array
  amountCents: Float64Array
}

export const makeLines = (capacity: number): LineColumns => ({
  order: new Int32Array(capacity),
  payee: new Int32Array(capacity),
  kind: new Uint8Array(capacity),
  depth: new Int32Array(capacity),
  level: new Uint8Array(capacity),
  rateBp: new Uint16Array(capacity),
  coveredBp: new Uint16Array(capacity),
  coveredBy: new Int32Array(capacity),
  amountCents: new Float64Array(capacity),
})

export const makeOrders = (count: number): OrderColumns => ({
  credited: new Int32Array(count),
  customer: new Uint8Array(count),
  cvCents: new Float64Array(count),
  pv: new Float64Array(count),
})

export const makeEmptyBooked = (): BookedColumns => ({
  volumes: makeOrders(0),
  lines: { payee: new Int32Array(0), kind: new Uint8Array(0), amountCents: new Float64Array(0) },
  corrections: { member: new Int32Array(0), bonus: new Uint8Array(0), amountCents: new Float64Array(0) },
})

export const makeCards = (members: number): Cards => ({
  level: new Uint8Array(members),
  personalPv: new Float64Array(members),
  customerPv: new Float64Array(members),
  groupPv: new Float64Array(members),
  totalSalesCents: new Float64Array(members),
  salesBonusCents: new Float64Array(members),
  levelBonusCents: new Float64Array(members),
  totalBonusCents: new Float64Array(members),
})

/** Adds integers; throws a RangeError beyond 2⁵³, where floats begin to lose cents (docs/plan §7). */
export function addTo(column: Float64Array, index: number, amount: number): void {
  const sum = (column[index] as number) + amount
  if (sum > Number.MAX_SAFE_INTEGER || sum < -Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`a sum of member ${index} exceeds the safe integers`)
  }
  column[index] = sum
}
