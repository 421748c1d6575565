import { type Cents, divideHalfUp, portion } from '#domain/money/money.ts'
import { type Points, points } from '#domain/money/points.ts'

/**
 * CV of an order line: the amount paid for it times the product's commissionable share, rounded half-up (docs/plan §1).
 */
export const calculateCommissionableValue = (paidCents: Cents, commissionableBp: number): Cents =>
  portion(commissionableBp, paidCents)

/**
 * PV of an order line: the product's PV times the quantity; for a discounted line, times the amount paid over its
 * price, rounded half-up (docs/plan §1).
 */
export function calculateLinePv(line: {
  unitPv: number
  quantity: number
  priceCents: Cents
  paidCents: Cents
}): Points {
  const pv = line.unitPv * line.quantity
  return line.paidCents === line.priceCents
    ? points(pv)
    : points(divideHalfUp(BigInt(pv) * BigInt(line.paidCents), BigInt(line.priceCents)))
}
