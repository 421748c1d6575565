import { halfUp, type PricedLine, type PricedOrder, sum } from './slow-price.ts'

export type SoldThing = PricedLine & {
  /** Pieces per unit that it takes from each shelf. */
  draws: readonly number[]
}

/** An order as agreed; its price follows from the tax and shipping rates below. */
export type SoldOrder = {
  lines: readonly SoldThing[]
  discount: PricedOrder['discount']
  /** Index of the destination; undefined for a pickup at the counter. */
  destination: number | undefined
  method: 'ground' | 'express'
  /** The member has a New Jersey resale certificate. */
  isReseller: boolean
}

/** Without a ZIP, as in shops that have only set their state. */
export const COUNTER = { state: 'NJ', zip: '' }

/** State, ZIP prefix, rate in thousandths of a percent, on goods, on shipping. The longest prefix wins. */
export const TAXES = [
  ['NJ', '', 6_625, true, true],
  ['NJ', '07', 3_313, true, false],
  ['NY', '', 4_000, true, true],
  ['NY', '100', 8_875, true, true],
  ['NY', '1001', 2_125, false, true],
] as const

/** Each has another tax: goods alone, goods and shipping, shipping alone, by its state, none. */
export const PLACES = [
  { city: 'Englewood', state: 'NJ', zip: '07631', zone: 'local' },
  { city: 'Trenton', state: 'NJ', zip: '08608', zone: 'northeast' },
  { city: 'New York', state: 'NY', zip: '10024', zone: 'local' },
  { city: 'New York', state: 'NY', zip: '10012', zone: 'local' },
  { city: 'Albany', state: 'NY', zip: '12207', zone: 'northeast' },
  { city: 'Portland', state: 'OR', zip: '97205', zone: 'west' },
] as const

/** Cents per parcel, and per pound (db/migrations, shipping_rates). */
const RATES = {
  local: { ground: [695, 35], express: [1_495, 90] },
  northeast: { ground: [795, 45], express: [1_795, 120] },
  west: { ground: [1_195, 95], express: [2_995, 240] },
} as const
/** Weight of every product from the factory. */
const GRAMS = 454n

/** Computes the price of an agreed order slowly. */
export function pricedOrder({ lines, discount, destination, method, isReseller }: SoldOrder): PricedOrder {
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

/** A pound is 453.59237 grams. */
const shippingOf = ([base, aPound]: readonly [number, number], pieces: number): number =>
  base + halfUp(BigInt(aPound) * BigInt(pieces) * GRAMS * 100_000n, 45_359_237n)
