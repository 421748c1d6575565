import { addCents, type Cents, cents } from '../money.ts'

export type Payout = { openingCents: Cents; payableCents: Cents; carriedCents: Cents }

/**
 * What a month pays out (docs/plan §8.7, §9): what was carried in and the month's bonuses, if that comes to the
 * minimum; otherwise it is carried on, also when it is negative. Nothing is ever collected.
 */
export function payOut(openingCents: Cents, totalBonusCents: Cents, minimumCents: Cents): Payout {
  const balance = addCents(openingCents, totalBonusCents)
  const payableCents = balance > 0 && balance >= minimumCents ? balance : cents(0)
  return { openingCents, payableCents, carriedCents: cents(balance - payableCents) }
}
