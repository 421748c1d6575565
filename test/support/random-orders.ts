import { PLACES, type SoldOrder, type SoldThing } from './sold-order.ts'

export type Random = (below: number) => number

export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Number of components on shelves; the last goods are packages of them. */
export const SHELVES = 3
const ON_SHELF = 60

/** Goods of a shop: three products, and two packages of them. */
export function randomGoods(random: Random): { shelves: number[]; goods: Omit<SoldThing, 'quantity'>[] } {
  const piece = (shelf: number) => Array.from({ length: SHELVES }, (_, at) => (at === shelf ? 1 : 0))
  const draws = [piece(0), piece(1), piece(2), [1, 2, 0], [0, 1, 1 + random(3)]]
  return {
    shelves: Array.from({ length: SHELVES }, () => ON_SHELF + random(20)),
    goods: draws.map((of) => ({
      priceCents: 1 + random(4_000),
      // Few points: nobody rises above the first level, whose bonus has a single rate.
      unitPv: random(3),
      commissionableBp: random(3) === 0 ? 8_000 : 10_000,
      taxExempt: random(4) === 0,
      draws: of,
    })),
  }
}

/** One to four lines of different goods: the index and quantity of each. */
export function randomLines(random: Random, goods: number): { good: number; quantity: number }[] {
  const left = Array.from({ length: goods }, (_, good) => good)
  return Array.from({ length: 1 + random(4) }, () => ({
    good: left.splice(random(left.length), 1)[0] ?? 0,
    quantity: 1 + random(4),
  }))
}

/** Picked up, or sent to one of the places. */
export const randomShipping = (random: Random): Pick<SoldOrder, 'destination' | 'method'> => ({
  destination: random(2) === 0 ? undefined : random(PLACES.length),
  method: random(3) === 0 ? 'express' : 'ground',
})
