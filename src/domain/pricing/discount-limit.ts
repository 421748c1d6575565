import type { Cents } from '#domain/money/money.ts'

/** The largest discounts that clerks and managers may give, in percent of the subtotal; owners have no limit. */
export type DiscountLimits = { clerkPercent: number; managerPercent: number }
/** The least privileged role that may give a discount. */
export type DiscountLevel = 'clerk' | 'manager' | 'owner'
export type DiscountedAmount = { discountCents: Cents; subTotalCents: Cents }

/**
 * The least privileged role that may give a discount (docs/back-office §3, Discounts). For an edited order only an
 * increase counts, in cents or as a share: adding goods to a large discount, or removing goods outside of it, increases
 * the discount.
 */
export function discountLevel(
  discounted: DiscountedAmount,
  before: DiscountedAmount | undefined,
  { clerkPercent, managerPercent }: DiscountLimits,
): DiscountLevel {
  if (before && !isIncrease(discounted, before)) return 'clerk'
  if (isWithin(discounted, clerkPercent)) return 'clerk'
  return isWithin(discounted, Math.max(clerkPercent, managerPercent)) ? 'manager' : 'owner'
}

/** A percentage that was rounded up to a cent is within that percentage. */
const isWithin = ({ discountCents, subTotalCents }: DiscountedAmount, percent: number): boolean =>
  discountCents <= Math.ceil((subTotalCents * percent) / 100)

const isIncrease = (discounted: DiscountedAmount, before: DiscountedAmount): boolean =>
  discounted.discountCents > before.discountCents ||
  BigInt(discounted.discountCents) * BigInt(before.subTotalCents) >
    // A share that was rounded to a cent is the same share of fewer goods.
    BigInt(before.discountCents + 1) * BigInt(discounted.subTotalCents)
