import { type Cents, cents, divideHalfUp } from '../money.ts'

/** The rate of a place in thousandths of a percent (8.875 % is 8875), and what it applies to. */
export type TaxRate = {
  state: string
  /** What the ZIPs of the place begin with; empty: the whole state. */
  zipPrefix: string
  milliPercent: number
  onGoods: boolean
  onShipping: boolean
}

/** What a rate came to on an order; stored with the order, so that every tax can be explained. */
export type OrderTax = TaxRate & { baseCents: Cents; taxCents: Cents }

const WHOLE = 100_000n

/** A rate's share of its base, rounded half-up to a cent. */
export const taxOn = (milliPercent: number, base: Cents): Cents =>
  cents(divideHalfUp(BigInt(milliPercent) * BigInt(base), WHOLE))

/** Applies each rate to its whole base at once and rounds once. Insurance is taxed with shipping. */
export function orderTaxes(
  rates: readonly TaxRate[],
  taxed: { goodsCents: Cents; shippingCents: Cents; insuranceCents: Cents },
): OrderTax[] {
  const shipping = taxed.shippingCents + taxed.insuranceCents
  return rates.flatMap((rate) => {
    const base = cents((rate.onGoods ? taxed.goodsCents : 0) + (rate.onShipping ? shipping : 0))
    return base === 0 ? [] : [{ ...rate, baseCents: base, taxCents: taxOn(rate.milliPercent, base) }]
  })
}

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
