import { type Cents, cents, divideHalfUp } from '#domain/money/money.ts'
import { type Points, points } from '#domain/money/points.ts'

/** An order's value for the network: CV in cents, PV in whole points (docs/plan §1). */
export type Volume = { cvCents: Cents; pv: Points }

/** Returned goods have their own PV; it is undefined for a refund without goods. */
export type Return = { cvCents: Cents; pv: Points | undefined }

/**
 * The volume of an order after its returns, in chronological order: v′ and PV′ of docs/plan §8. Refunds without goods
 * reduce the PV in proportion, rounded half-up over all refunds since the last return of goods, so that partial refunds
 * add up to the same as a single one. Throws a RangeError if more was returned than sold.
 */
export function computeRemainingVolume(order: Volume, returns: readonly Return[]): Volume {
  let base = order
  let refundedCents = 0
  for (const { cvCents, pv } of returns) {
    if (pv === undefined) {
      refundedCents += cvCents
    } else {
      const before = subtractRefunds(base, refundedCents)
      base = { cvCents: cents(before.cvCents - cvCents), pv: points(before.pv - pv) }
      refundedCents = 0
    }
    const remaining = subtractRefunds(base, refundedCents)
    if (cvCents < 0 || remaining.cvCents < 0 || remaining.pv < 0)
      throw new RangeError('more was returned than was sold')
  }
  return subtractRefunds(base, refundedCents)
}

function subtractRefunds(base: Volume, refundedCents: number): Volume {
  if (refundedCents === 0) return base
  const pvReduction = divideHalfUp(BigInt(base.pv) * BigInt(refundedCents), BigInt(base.cvCents))
  return { cvCents: cents(base.cvCents - refundedCents), pv: points(base.pv - pvReduction) }
}
