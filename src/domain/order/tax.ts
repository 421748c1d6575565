import { type Cents, cents, divideHalfUp } from '../money.ts'

/** The rate of a place in thousandths of a percent (8.875% is 8875), and what it applies to. */
export type TaxRate = {
  state: string
  /** What the ZIPs of the place begin with; empty: the whole state. */
  zipPrefix: string
  milliPercent: number
  onGoods: boolean
  onShipping: boolean
}

/** A resale certificate, by which an order is not taxed in its state. */
export type Certificate = { state: string; number: string }

/**
 * What a rate came to on an order; stored with the order, so that every tax can be explained. `shippingTaxCents` is the
 * part of it that shipping and insurance bear; the lines bear the rest.
 */
export type OrderTax = TaxRate & { baseCents: Cents; taxCents: Cents; shippingTaxCents: Cents }

const WHOLE = 100_000n

/** A rate's share of its base, rounded half-up to a cent. */
export const taxOn = (milliPercent: number, base: Cents): Cents =>
  cents(divideHalfUp(BigInt(milliPercent) * BigInt(base), WHOLE))

/**
 * Reads `8.875`, `7` or `6.50 %` as thousandths of a percent; undefined outside 0–100 or with more than three decimals.
 */
export function parsePercent(text: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,3})0*)?\s?%?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const milliPercent = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return milliPercent <= 100_000 ? milliPercent : undefined
}
