import { type Cents, cents, divideHalfUp } from '#domain/money/money.ts'

/**
 * Income statistics (docs/plan §17): bonuses before expenses, in cents. Null if there are no people. An income of zero
 * or less counts as having earned nothing; `belowZero` counts the negative ones among those.
 */
export type IncomeFigures = {
  people: number
  earnedNothing: number
  belowZero: number
  sumCents: Cents
  meanCents: Cents | null
  /** The median; for an even number the mean of the middle two, with half a cent rounded away from zero. */
  medianCents: Cents | null
  /** The smallest amount that nine of ten people do not exceed (nearest rank). */
  ninthDecileCents: Cents | null
  lowestCents: Cents | null
  highestCents: Cents | null
}

/** Computes the statistics from each person's income in whole cents, in any order; the result is exact for any sum. */
export function computeIncomeFigures(amountsCents: Float64Array): IncomeFigures {
  const ordered = amountsCents.toSorted()
  const people = ordered.length
  const sum = sumAmounts(ordered)
  const getByRank = (rank: number) => (rank < 1 ? null : cents(ordered[rank - 1] as number))
  return {
    people,
    earnedNothing: countUntil(ordered, (amount) => amount > 0),
    belowZero: countUntil(ordered, (amount) => amount >= 0),
    sumCents: cents(Number(sum)),
    meanCents: people === 0 ? null : cents(divideHalfUp(sum, BigInt(people))),
    medianCents: people === 0 ? null : computeMedian(ordered),
    ninthDecileCents: getByRank(Math.ceil((people * 9) / 10)),
    lowestCents: getByRank(people === 0 ? 0 : 1),
    highestCents: getByRank(people),
  }
}

function countUntil(ordered: Float64Array, predicate: (amount: number) => boolean): number {
  const index = ordered.findIndex(predicate)
  return index < 0 ? ordered.length : index
}

const PART = 2 ** 26

/** Splits the sum in two parts, of which a hundred million fit exactly into a float: adding big integers is slow. */
function sumAmounts(amounts: Float64Array): bigint {
  let [high, low] = [0, 0]
  for (const amount of amounts) {
    const part = Math.trunc(amount / PART)
    high += part
    low += amount - part * PART
  }
  return BigInt(high) * BigInt(PART) + BigInt(low)
}

function computeMedian(ordered: Float64Array): Cents {
  const [low, high] = [ordered[Math.ceil(ordered.length / 2) - 1], ordered[Math.floor(ordered.length / 2)]]
  return cents(divideHalfUp(BigInt(low as number) + BigInt(high as number), 2n))
}

/** In tenths of a percent, rounded half-up; null if `whole` is 0. */
export const computeShare = (part: number, whole: number): number | null =>
  whole === 0 ? null : divideHalfUp(BigInt(part) * 1000n, BigInt(whole))
