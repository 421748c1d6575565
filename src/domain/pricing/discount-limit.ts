import type { Cents } from '#domain/money/money.ts'

/** The largest discounts that clerks and managers may give, in percent of the subtotal; owners have no limit. */
export type DiscountLimits = { clerkPercent: number; managerPercent: number }
/** The least privileged role that may give a discount. */
export type DiscountLevel = 'clerk' | 'manager' | 'owner'
export type GivenDiscount = { discountCents: Cents; subTotalCents: Cents }

/**
 * The least privileged role that may give a discount (docs/back-office §3, Discounts). For an edited order only an
 * increase counts, in cents or as a share: adding goods to a large discount, or removing goods outside of it, increases
 * the discount.
 */
export function discountLevel(
  given: GivenDiscount,
  before: GivenDiscount | undefined,
  { clerkPercent, managerPercent }: DiscountLimits,
): DiscountLevel {
  if (before && !isMore(given, before)) return 'clerk'
  if (isWithin(given, clerkPercent)) return 'clerk'
  return isWithin(given, Math.max(clerkPercent, managerPercent)) ? 'manager' : 'owner'
}

/** A percentage that was rounded up to a cent is within that percentage. */
const isWithin = ({ discountCents, subTotalCents }: GivenDiscount, percent: number): boolean =>
  discountCents <= Math.ceil((subTotalCents * percent) / 100)

const isMore = (given: GivenDiscount, before: GivenDiscount): boolean =>
  given.discountCents > before.discountCents ||
  BigInt(given.discountCents) * BigInt(before.subTotalCents) >
    // A share that was rounded to a cent is the same share of fewer goods.
    BigInt(before.discountCents + 1) * BigInt(given.subTotalCents)
