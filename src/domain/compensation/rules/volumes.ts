import { type Cents, cents, divideHalfUp } from '../../money.ts'
import { type Points, points } from '../../points.ts'

/** What an order is worth to the network: CV in cents, PV in whole points (docs/plan §1). */
export type Volume = { cvCents: Cents; pv: Points }

/** Returned goods bring their own PV; a refund of money alone leaves it undefined. */
export type Return = { cvCents: Cents; pv: Points | undefined }

/**
 * What remains of an order after its returns, in the order they happened: v′ and PV′ of docs/plan §8. Refunds of money
 * reduce the PV in proportion, rounded half-up over all refunds since goods last came back, so that refunding in parts
 * comes to the same as refunding at once. Throws a RangeError when more came back than there was.
 */
export function remainingVolume(order: Volume, returns: readonly Return[]): Volume {
  let base = order
  let refundedCents = 0
  for (const { cvCents, pv } of returns) {
    if (pv === undefined) {
      refundedCents += cvCents
    } else {
      const before = afterRefunds(base, refundedCents)
      base = { cvCents: cents(before.cvCents - cvCents), pv: points(before.pv - pv) }
      refundedCents = 0
    }
    const remaining = afterRefunds(base, refundedCents)
    if (cvCents < 0 || remaining.cvCents < 0 || remaining.pv < 0) throw new RangeError('more came back than was sold')
  }
  return afterRefunds(base, refundedCents)
}

function afterRefunds(base: Volume, refundedCents: number): Volume {
  if (refundedCents === 0) return base
  const fallen = divideHalfUp(BigInt(base.pv) * BigInt(refundedCents), BigInt(base.cvCents))
  return { cvCents: cents(base.cvCents - refundedCents), pv: points(base.pv - fallen) }
}
