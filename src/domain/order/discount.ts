import { type Cents, cents, divideHalfUp } from '../money.ts'

/** What staff take off an order, and why (docs/back-office §3, Discounts). */
export type Discount = { reason: string } & (
  | { kind: 'amount'; amountCents: Cents }
  /** Thousandths of a percent of the sub-total, as taxes have them: 12.5% is 12500. */
  | { kind: 'percent'; milliPercent: number }
)

/** What it takes off a sub-total; a percentage is rounded half-up to a cent. */
export function discountOn(discount: Discount | undefined, subTotalCents: Cents): Cents {
  if (!discount) return cents(0)
  return discount.kind === 'amount'
    ? discount.amountCents
    : cents(divideHalfUp(BigInt(discount.milliPercent) * BigInt(subTotalCents), 100_000n))
}
