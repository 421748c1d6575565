import { type Cents, cents, divideHalfUp } from '#domain/money/money.ts'

/** The rate of a location in thousandths of a percent (8.875% is 8875), and its base. */
export type TaxRate = {
  state: string
  /** ZIP prefix of the location; empty: the whole state. */
  zipPrefix: string
  milliPercent: number
  onGoods: boolean
  onShipping: boolean
}

/** A resale certificate, which exempts an order from tax in its state. */
export type Certificate = { state: string; number: string }

/**
 * The result of a rate on an order; stored with the order, so that every tax can be explained. `shippingTaxCents` is
 * the part for shipping and insurance; the lines have the rest.
 */
export type OrderTax = TaxRate & { baseCents: Cents; taxCents: Cents; shippingTaxCents: Cents }

const MILLI_PERCENT_BASE = 100_000n

/** A rate's tax on its base, rounded half-up to a cent. */
export const calculateTax = (milliPercent: number, base: Cents): Cents =>
  cents(divideHalfUp(BigInt(milliPercent) * BigInt(base), MILLI_PERCENT_BASE))

/**
 * Parses `8.875`, `7` or `6.50 %` as thousandths of a percent; undefined outside 0–100 or with more than three
 * decimals.
 */
export function parsePercent(text: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,3})0*)?\s?%?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const milliPercent = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return milliPercent <= 100_000 ? milliPercent : undefined
}
