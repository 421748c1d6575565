import { addCents, type Cents, cents } from '#domain/money/money.ts'

export type Payout = { openingCents: Cents; payableCents: Cents; carriedCents: Cents }

/**
 * A month's payout (docs/plan §8.7, §9): the balance carried in plus the month's bonuses, if that reaches the minimum;
 * otherwise everything is carried over, even if negative. Nothing is ever collected.
 */
export function computePayout(openingCents: Cents, totalBonusCents: Cents, minimumCents: Cents): Payout {
  const balance = addCents(openingCents, totalBonusCents)
  const payableCents = balance > 0 && balance >= minimumCents ? balance : cents(0)
  return { openingCents, payableCents, carriedCents: cents(balance - payableCents) }
}
