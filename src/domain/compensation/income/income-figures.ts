import { type Cents, cents, divideHalfUp } from '../../money.ts'

/** So many people came to the same cents in the counted months; below zero where more was taken back than earned. */
export type IncomeGroup = { amountCents: Cents; people: number }

/**
 * What people earned (docs/plan §17): bonuses before expenses, in cents. Null of nobody. Whoever came to zero or less
 * earned nothing; `belowZero` are those of them to whom less than nothing came.
 */
export type IncomeFigures = {
  people: number
  earnedNothing: number
  belowZero: number
  sumCents: Cents
  meanCents: Cents | null
  /** The one in the middle; of an even number the mean of both, half a cent away from zero. */
  medianCents: Cents | null
  /** The least amount that nine of ten do not exceed (nearest rank). */
  ninthDecileCents: Cents | null
  lowestCents: Cents | null
  highestCents: Cents | null
}

/** The figures of some people, given in any order; exact, whatever the sums come to. */
export function incomeFigures(groups: readonly IncomeGroup[]): IncomeFigures {
  const ordered = groups.filter(({ people }) => people > 0).toSorted((a, b) => a.amountCents - b.amountCents)
  const countWhere = (counts: (amount: Cents) => boolean) =>
    ordered.reduce((count, { amountCents, people }) => (counts(amountCents) ? count + people : count), 0)
  const people = countWhere(() => true)
  const sum = ordered.reduce((total, group) => total + BigInt(group.amountCents) * BigInt(group.people), 0n)
  const amountOf = amountByRank(ordered)
  return {
    people,
    earnedNothing: countWhere((amount) => amount <= 0),
    belowZero: countWhere((amount) => amount < 0),
    sumCents: cents(Number(sum)),
    meanCents: people === 0 ? null : cents(divideHalfUp(sum, BigInt(people))),
    medianCents: medianOf(people, amountOf),
    ninthDecileCents: amountOf(Math.ceil((people * 9) / 10)),
    lowestCents: amountOf(1),
    highestCents: amountOf(people),
  }
}

/** From 1, the lowest amount; null for nobody's rank. */
function amountByRank(ordered: readonly IncomeGroup[]): (rank: number) => Cents | null {
  const lastRanks: number[] = []
  for (const { people } of ordered) lastRanks.push((lastRanks.at(-1) ?? 0) + people)
  return (rank) => (rank < 1 ? null : (ordered[lastRanks.findIndex((last) => rank <= last)]?.amountCents ?? null))
}

function medianOf(people: number, amountOf: (rank: number) => Cents | null): Cents | null {
  const [low, high] = [amountOf(Math.ceil(people / 2)), amountOf(Math.floor(people / 2) + 1)]
  return low === null || high === null ? null : cents(divideHalfUp(BigInt(low) + BigInt(high), 2n))
}

/** In tenths of a percent, rounded half-up; null of nobody. */
export const shareOfPeople = (part: number, whole: number): number | null =>
  whole === 0 ? null : divideHalfUp(BigInt(part) * 1000n, BigInt(whole))
