import { type Cents, cents, divideHalfUp } from '../money.ts'

/** A state's rate in thousandths of a percent (8.875 % is 8875), and what it is on. */
export type TaxRate = { state: string; milliPercent: number; onGoods: boolean; onShipping: boolean }

/** What a rate came to on an order: it is kept with it, so that every tax has a why. */
export type OrderTax = TaxRate & { baseCents: Cents; taxCents: Cents }

const WHOLE = 100_000n

/** A rate's share of its base, rounded half-up to a cent. */
export const taxOn = (milliPercent: number, base: Cents): Cents =>
  cents(divideHalfUp(BigInt(milliPercent) * BigInt(base), WHOLE))

/** Each rate on all that it is on at once, rounded once. Insurance is taxed with shipping. */
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

/** `8.875`, `7`, `6.50 %` in thousandths of a percent; undefined for what is none from 0 to 100 or has more decimals. */
export function parsePercent(text: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,3})0*)?\s?%?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const milliPercent = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return milliPercent <= 100_000 ? milliPercent : undefined
}
