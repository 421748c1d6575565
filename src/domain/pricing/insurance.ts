import { type Cents, cents } from '#domain/money/money.ts'

const PER_FULL_THOUSAND = 1435
const FULL_THOUSAND = 100_000

/** A remainder below the first figure costs the second; from 900 dollars on it costs as much as a full thousand. */
const REMAINDER_STEPS: readonly (readonly [belowCents: number, insuranceCents: number])[] = [
  [20_000, 340],
  [30_000, 450],
  [40_000, 565],
  [50_000, 680],
  [60_000, 915],
  [70_000, 1045],
  [80_000, 1175],
  [90_000, 1305],
]

/**
 * Delivery insurance of a subtotal (docs/specification §9, taken literally): 14.35 per full 1000 plus the step of the
 * remainder. A remainder of zero falls under 'under 200', so 1000.00 costs 14.35 + 3.40 (docs/product §4.5).
 */
export function calculateInsurance(subTotalCents: Cents): Cents {
  if (subTotalCents < 0) throw new RangeError('a subtotal is never negative')
  const remainder = subTotalCents % FULL_THOUSAND
  const fullThousands = (subTotalCents - remainder) / FULL_THOUSAND
  const step = REMAINDER_STEPS.find(([below]) => remainder < below)?.[1] ?? PER_FULL_THOUSAND
  return cents(fullThousands * PER_FULL_THOUSAND + step)
}
