/** A prime number of unambiguous letters and digits, without vowels that would form words. Letters come first. */
const LETTERS = 'CDFHJKMNPRTVWXY23456789'
const BASE = LETTERS.length
/** A payment reference begins with a letter, so that it is not taken for an order number. */
const FIRST_LETTERS = 15
const LENGTH = 6
/** Number of orders with unique payment references before they repeat. */
export const REFERENCE_COUNT = FIRST_LETTERS * BASE ** (LENGTH - 2)
/** Spreads the numbers, so that the references of adjacent orders differ in at least four characters. */
const SPREAD = 1_732_051
/** Reverses {@link SPREAD}: their product is 1 modulo {@link REFERENCE_COUNT}. */
const GATHER = 2_383_276
/** Characters that people write, or banks read, instead of one of our letters. */
const MISREAD: Record<string, string> = { A: '4', B: '8', G: '6', I: 'J', S: '5', U: 'V', Z: '2' }

/**
 * The payment reference for a check or a bank's memo (docs/back-office §3): six characters, the last of which is a
 * check character. It is derived from the order's number, so it is not stored and can be decoded.
 */
export function encodePaymentReference(orderId: number): string {
  let remaining = timesModulo(orderId % REFERENCE_COUNT, SPREAD)
  const digits: number[] = []
  while (digits.length < LENGTH - 1) {
    digits.unshift(remaining % BASE)
    remaining = Math.floor(remaining / BASE)
  }
  digits.push((BASE - (weightedSum(digits) % BASE)) % BASE)
  return digits.map((digit) => LETTERS[digit]).join('')
}

/**
 * The numbers of the orders up to `latest` with this payment reference, usually one; empty if it is invalid. Accepts
 * lowercase, spaces and hyphens, and corrects common misreadings. One wrong character, or two adjacent ones swapped,
 * always makes it invalid.
 */
export function decodePaymentReference(text: string, latest: number): number[] {
  const digits = [...normalizePaymentReference(text)].map((letter) => LETTERS.indexOf(letter))
  const [first = BASE] = digits
  if (digits.length !== LENGTH || digits.includes(-1) || first >= FIRST_LETTERS || weightedSum(digits) % BASE !== 0)
    return []
  const spread = digits.slice(0, -1).reduce((sum, digit) => sum * BASE + digit, 0)
  const orders: number[] = []
  for (let id = timesModulo(spread, GATHER); id <= latest; id += REFERENCE_COUNT) if (id > 0) orders.push(id)
  return orders
}

/** Normalizes to uppercase without spaces and hyphens, with common misreadings corrected; the result may be invalid. */
export const normalizePaymentReference = (text: string): string =>
  [...text.toUpperCase().replaceAll(/[\s-]/g, '')].map((letter) => MISREAD[letter] ?? letter).join('')

/** Weights that differ from each other, and from 0, modulo the prime, which detects swaps and errors. */
const weightedSum = (digits: readonly number[]): number =>
  digits.reduce((sum, digit, position) => sum + digit * (LENGTH - position), 0)

/** Exact: the product is below 2⁵³. */
const timesModulo = (value: number, factor: number): number => (value * factor) % REFERENCE_COUNT
