import { PLACES, type SoldLine, type SoldOrder } from './agreed-order.ts'

export type Random = (limit: number) => number

export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Number of components on shelves; the last goods are packages of them. */
export const SHELF_COUNT = 3
const MIN_STOCK = 60

/** Goods of a shop: three products, and two packages of them. */
export function randomGoods(random: Random): { shelves: number[]; goods: Omit<SoldLine, 'quantity'>[] } {
  const oneUnitFrom = (shelf: number) => Array.from({ length: SHELF_COUNT }, (_, index) => (index === shelf ? 1 : 0))
  const packages = [oneUnitFrom(0), oneUnitFrom(1), oneUnitFrom(2), [1, 2, 0], [0, 1, 1 + random(3)]]
  return {
    shelves: Array.from({ length: SHELF_COUNT }, () => MIN_STOCK + random(20)),
    goods: packages.map((unitsPerShelf) => ({
      priceCents: 1 + random(4_000),
      // Few points: no one rises above the first level, whose bonus has a single rate.
      unitPv: random(3),
      commissionableBp: random(3) === 0 ? 8_000 : 10_000,
      taxExempt: random(4) === 0,
      unitsPerShelf,
    })),
  }
}

/** One to four lines of different goods: the index and quantity of each. */
export function randomLines(random: Random, goods: number): { good: number; quantity: number }[] {
  const remaining = Array.from({ length: goods }, (_, good) => good)
  return Array.from({ length: 1 + random(4) }, () => ({
    good: remaining.splice(random(remaining.length), 1)[0] ?? 0,
    quantity: 1 + random(4),
  }))
}

/** Picked up, or sent to one of the places. */
export const randomShipping = (random: Random): Pick<SoldOrder, 'destination' | 'method'> => ({
  destination: random(2) === 0 ? undefined : random(PLACES.length),
  method: random(3) === 0 ? 'express' : 'ground',
})
