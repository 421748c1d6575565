import { type Cents, cents, divideHalfUp } from '#domain/money/money.ts'

/** A discount given by staff, with its reason (docs/back-office §3, Discounts). */
export type Discount = { reason: string } & (
  | { kind: 'amount'; amountCents: Cents }
  /** Thousandths of a percent of the subtotal, as for taxes: 12.5% is 12500. */
  | { kind: 'percent'; milliPercent: number }
)

/** The discount in cents on a subtotal; a percentage is rounded half-up to a cent. */
export function calculateDiscount(discount: Discount | undefined, subTotalCents: Cents): Cents {
  if (!discount) return cents(0)
  return discount.kind === 'amount'
    ? discount.amountCents
    : cents(divideHalfUp(BigInt(discount.milliPercent) * BigInt(subTotalCents), 100_000n))
}
