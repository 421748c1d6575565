import { type Cents, cents } from '#domain/money/money.ts'

/**
 * Allocates an amount in proportion to the weights, to the cent: everyone gets the whole cents of their share, and the
 * remaining cents go to the largest remainders, the earliest first among equals. The shares add up to the amount, none
 * is a cent or more away from its exact value, and a greater weight never gets less (docs/back-office §3, Discounts). A
 * weight of zero gets nothing; throws if all weights are zero.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  if (amount < 0 || weights.some((weight) => weight < 0))
    throw new RangeError('an allocated amount must not be negative')
  if (amount === 0) return weights.map(() => cents(0))
  // A share is at most the amount; only the products may exceed the safe integers.
  const totalWeight = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (totalWeight === 0n) throw new RangeError('there is no weight to allocate to')

  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, cents: Number(exact / totalWeight), remainder: exact % totalWeight }
  })
  const remaining = amount - shares.reduce((sum, share) => sum + share.cents, 0)
  const byRemainder = [...shares].sort((a, b) => compare(b.remainder, a.remainder) || a.index - b.index)
  for (const share of byRemainder.slice(0, remaining)) share.cents += 1
  return shares.map((share) => cents(share.cents))
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
