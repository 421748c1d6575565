import { type Cents, cents, divideHalfUp } from '#domain/money/money.ts'

/** A pound in grams, times 100,000: exact by definition (453.59237 g). */
const POUND_SCALED = 45_359_237n
const SCALE = 100_000n

/** Converts pounds to whole grams, rounded. */
export const toGrams = (pounds: number): number => Math.round((pounds * Number(POUND_SCALED)) / Number(SCALE))

/** Base price plus a price per pound of the goods' weight, rounded half-up to a cent (docs/product §4.6). */
export function calculateShippingPrice(rate: { baseCents: number; perPoundCents: number }, weightGrams: number): Cents {
  const weightCharge = divideHalfUp(BigInt(rate.perPoundCents) * BigInt(weightGrams) * SCALE, POUND_SCALED)
  return cents(rate.baseCents + weightCharge)
}
