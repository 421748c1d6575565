import { compareMonths, type Month } from '#domain/calendar/month.ts'
import type { Cents } from '#domain/money/money.ts'

/** The two bonuses of a card, of which a correction changes one; columns store it as its index here. */
export const CORRECTED_BONUSES = ['sales', 'level'] as const
export type CorrectedBonus = (typeof CORRECTED_BONUSES)[number]

/**
 * An amount that staff add to a member's bonus, or deduct from it (docs/plan §8.5); members are numbers, money in
 * cents.
 */
export type BonusCorrection = { member: number; bonus: CorrectedBonus; amountCents: Cents }

/** A million dollars: more is a typing error. */
export const MAX_CORRECTED_CENTS = 100_000_000

export type UncorrectableReason = 'correction_empty' | 'correction_too_large' | 'month_not_begun' | 'not_enrolled'

/** Why a bonus of that month cannot be corrected by that amount; undefined if it can. */
export function findCorrectionBlockReason(
  { concerns, amountCents }: { concerns: Month; amountCents: Cents },
  { current, enrolledIn }: { current: Month; enrolledIn: Month },
): UncorrectableReason | undefined {
  if (amountCents === 0) return 'correction_empty'
  if (Math.abs(amountCents) > MAX_CORRECTED_CENTS) return 'correction_too_large'
  if (compareMonths(concerns, current) > 0) return 'month_not_begun'
  return compareMonths(concerns, enrolledIn) < 0 ? 'not_enrolled' : undefined
}

/**
 * The candidate months in which a correction is booked, as for returns (docs/plan §8.1, §8.2): the month it concerns
 * until that is closed, then the current one, or the first after it that is not closed.
 */
export function* generateCorrectionMonths(
  concerns: Month,
  current: Month,
  next: (month: Month) => Month,
): Generator<Month> {
  yield concerns
  let candidate = compareMonths(current, concerns) > 0 ? current : next(concerns)
  for (;;) {
    yield candidate
    candidate = next(candidate)
  }
}
