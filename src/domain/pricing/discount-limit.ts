import type { Cents } from '#domain/money/money.ts'

/** The largest discounts that clerks and managers may give, in percent of the subtotal; owners have no limit. */
export type DiscountLimits = { clerkPercent: number; managerPercent: number }
/** The least privileged role that may give a discount. */
export type DiscountRole = 'clerk' | 'manager' | 'owner'
export type DiscountedAmount = { discountCents: Cents; subTotalCents: Cents }

/**
 * The least privileged role that may give a discount (docs/back-office §3, Discounts). For an edited order only an
 * increase counts, in cents or as a share: adding goods to a large discount, or removing goods outside of it, increases
 * the discount.
 */
export function findRequiredRole(
  discounted: DiscountedAmount,
  previous: DiscountedAmount | undefined,
  { clerkPercent, managerPercent }: DiscountLimits,
): DiscountRole {
  if (previous && !isIncrease(discounted, previous)) return 'clerk'
  if (isWithin(discounted, clerkPercent)) return 'clerk'
  return isWithin(discounted, Math.max(clerkPercent, managerPercent)) ? 'manager' : 'owner'
}

/** A percentage that was rounded up to a cent is within that percentage. */
const isWithin = ({ discountCents, subTotalCents }: DiscountedAmount, percent: number): boolean =>
  discountCents <= Math.ceil((subTotalCents * percent) / 100)

const isIncrease = (discounted: DiscountedAmount, previous: DiscountedAmount): boolean =>
  discounted.discountCents > previous.discountCents ||
  BigInt(discounted.discountCents) * BigInt(previous.subTotalCents) >
    // A share that was rounded to a cent is the same share of fewer goods.
    BigInt(previous.discountCents + 1) * BigInt(discounted.subTotalCents)
