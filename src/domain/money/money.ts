import { formatWhole } from './whole-number.ts'

/** Integer cents, never float dollars, whose sums and percentages can be wrong by a cent (docs/security §4.2.3). */
export type Cents = number & { readonly __unit: 'cents' }

export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of cents`)
  return value as Cents
}

export const addCents = (...parts: readonly Cents[]): Cents => cents(parts.reduce((sum, part) => sum + part, 0))

export const timesQuantity = (price: Cents, quantity: number): Cents => cents(price * quantity)

/** For JSON only: the nearest number of dollars, which prints with at most two decimals. */
export const toDollars = (value: Cents): number => value / 100

/** Converts dollars from JSON; rounding makes the cents exact again. */
export const toCents = (dollars: number): Cents => cents(Math.round(dollars * 100))

/**
 * Parses an amount as people and CSV files write it: `19.99`, `1,250`, `$5`. Undefined for anything that is not an
 * amount, is negative, or has a fraction of a cent.
 */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  return cents(Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0')))
}

/** `-1250.00`, the format of CSV files. */
export function formatPlainDollars(value: Cents): string {
  const digits = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `$1,250.00`; two decimals and a dollar sign (docs/specification §9). */
export function formatCents(value: Cents): string {
  const whole = Math.trunc(Math.abs(value) / 100)
  const fraction = String(Math.abs(value) % 100).padStart(2, '0')
  return `${value < 0 ? '−' : ''}$${formatWhole(whole)}.${fraction}`
}

/** Formats dollars from JSON. */
export const formatDollars = (dollars: number): string => formatCents(toCents(dollars))

/**
 * Up to this limit (all amounts below a billion dollars), floats represent the product exactly and round its quotient
 * to the right cent.
 */
const EXACT_PRODUCT = 1e15

/**
 * `rateBp` basis points of an amount, rounded half-up to a cent, away from zero if negative (docs/plan §7.2). Uses
 * BigInt if cents times basis points exceed the safe integers; ordinary amounts do not.
 */
export function portion(rateBp: number, value: Cents): Cents {
  const product = rateBp * value
  if (product >= 0 && product <= EXACT_PRODUCT && Number.isInteger(rateBp)) {
    return Math.floor((product + 5000) / 10_000) as Cents
  }
  return cents(divideHalfUp(BigInt(rateBp) * BigInt(value), 10_000n))
}

/** Exact quotient rounded half away from zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const negative = dividend < 0n
  const rounded = ((negative ? -dividend : dividend) * 2n + divisor) / (divisor * 2n)
  return Number(negative ? -rounded : rounded)
}
