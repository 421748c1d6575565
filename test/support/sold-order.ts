import { halfUp, type PricedLine, type PricedOrder, sum } from './slow-price.ts'

export type SoldThing = PricedLine & {
  /** Pieces that one of it takes from each shelf. */
  draws: readonly number[]
}

/** An order as it was agreed on: its price follows from it, by the shop's taxes and shipping rates below. */
export type Sold = {
  lines: readonly SoldThing[]
  discount: PricedOrder['discount']
  /** Index of the place it goes to; undefined: picked up at the counter. */
  destination: number | undefined
  method: 'ground' | 'express'
  /** The member has a resale certificate of New Jersey. */
  isReseller: boolean
}

/** Without a ZIP of its own, as shops have it that only named their state. */
export const COUNTER = { state: 'NJ', zip: '' }

/** A state, what the ZIPs begin with, thousandths of a percent, on goods, on shipping. The longest beginning decides. */
export const TAXES = [
  ['NJ', '', 6_625, true, true],
  ['NJ', '07', 3_313, true, false],
  ['NY', '', 4_000, true, true],
  ['NY', '100', 8_875, true, true],
  ['NY', '1001', 2_125, false, true],
] as const

/** Each is taxed another way: goods alone, goods and shipping, shipping alone, by its state, not at all. */
export const PLACES = [
  { city: 'Englewood', state: 'NJ', zip: '07631', zone: 'local' },
  { city: 'Trenton', state: 'NJ', zip: '08608', zone: 'northeast' },
  { city: 'New York', state: 'NY', zip: '10024', zone: 'local' },
  { city: 'New York', state: 'NY', zip: '10012', zone: 'local' },
  { city: 'Albany', state: 'NY', zip: '12207', zone: 'northeast' },
  { city: 'Portland', state: 'OR', zip: '97205', zone: 'west' },
] as const

/** Cents for the parcel, and for each pound of it (db/migrations, shipping_rates). */
const RATES = {
  local: { ground: [695, 35], express: [1_495, 90] },
  northeast: { ground: [795, 45], express: [1_795, 120] },
  west: { ground: [1_195, 95], express: [2_995, 240] },
} as const
/** Of every product that the factory makes. */
const GRAMS = 454n

/** What an agreement says of the price, told slowly. */
export function pricedOrder({ lines, discount, destination, method, isReseller }: Sold): PricedOrder {
  const to = destination === undefined ? undefined : PLACES[destination]
  const { state, zip } = to ?? COUNTER
  const here = TAXES.filter(([of, begins]) => of === state && zip.startsWith(begins))
  const longest = Math.max(0, ...here.map(([, begins]) => begins.length))
  return {
    lines,
    discount,
    shippingCents: to && shippingOf(RATES[to.zone][method], sum(lines.map(({ quantity }) => quantity))),
    rates: here
      .filter(([, begins]) => begins.length === longest)
      .map(([, , milliPercent, onGoods, onShipping]) => ({ milliPercent, onGoods, onShipping })),
    isExempt: isReseller && state === 'NJ',
  }
}

/** A pound has 453.59237 grams. */
const shippingOf = ([base, aPound]: readonly [number, number], pieces: number): number =>
  base + halfUp(BigInt(aPound) * BigInt(pieces) * GRAMS * 100_000n, 45_359_237n)
