import { type PricedLine, type PricedOrder, roundHalfUp, sum } from './reference-price.ts'

export type SoldLine = PricedLine & {
  /** Units per item that it takes from each shelf. */
  unitsPerShelf: readonly number[]
}

/** An order as agreed; its price follows from the tax and shipping rates below. */
export type SoldOrder = {
  lines: readonly SoldLine[]
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

/** Each has a different tax: goods alone, goods and shipping, shipping alone, by its state, none. */
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

/** Computes the price of an agreed order, independently of the implementation. */
export function toPricedOrder({ lines, discount, destination, method, isReseller }: SoldOrder): PricedOrder {
  const destinationPlace = destination === undefined ? undefined : PLACES[destination]
  const { state, zip } = destinationPlace ?? COUNTER
  const stateRates = TAXES.filter(([taxState, prefix]) => taxState === state && zip.startsWith(prefix))
  const maxPrefixLength = Math.max(0, ...stateRates.map(([, prefix]) => prefix.length))
  return {
    lines,
    discount,
    shippingCents:
      destinationPlace &&
      shippingPrice(RATES[destinationPlace.zone][method], sum(lines.map(({ quantity }) => quantity))),
    rates: stateRates
      .filter(([, prefix]) => prefix.length === maxPrefixLength)
      .map(([, , milliPercent, onGoods, onShipping]) => ({ milliPercent, onGoods, onShipping })),
    isExempt: isReseller && state === 'NJ',
  }
}

/** A pound is 453.59237 grams. */
const shippingPrice = ([base, perPound]: readonly [number, number], units: number): number =>
  base + roundHalfUp(BigInt(perPound) * BigInt(units) * GRAMS * 100_000n, 45_359_237n)
