/**
 * A prime number of letters and digits, none of which is mistaken for another, and no vowels that would make words.
 * Letters come first.
 */
const LETTERS = 'CDFHJKMNPRTVWXY23456789'
const BASE = LETTERS.length
/** A code begins with a letter: nobody takes it for the number of an order. */
const FIRST = 15
const LENGTH = 6
/** How many orders have a code of their own before the codes begin anew. */
export const MEMO_CODES = FIRST * BASE ** (LENGTH - 2)
/** Spreads the numbers, so that orders near each other have codes of which at least four characters differ. */
const SPREAD = 1_732_051
/** Undoes {@link SPREAD}: their product is 1 modulo {@link MEMO_CODES}. */
const GATHER = 2_383_276
/** What people write, and banks read, instead of a letter of ours. */
const MISREAD: Record<string, string> = { A: '4', B: '8', G: '6', I: 'J', S: '5', U: 'V', Z: '2' }

/**
 * What the buyer writes on a check or into a bank's memo (docs/back-office §3): six characters, the last of which checks
 * the others. It follows from the order's number, so it is stored nowhere and can be read back.
 */
export function memoCodeOf(orderId: number): string {
  let rest = timesModulo(orderId % MEMO_CODES, SPREAD)
  const digits: number[] = []
  while (digits.length < LENGTH - 1) {
    digits.unshift(rest % BASE)
    rest = Math.floor(rest / BASE)
  }
  digits.push((BASE - (weighed(digits) % BASE)) % BASE)
  return digits.map((digit) => LETTERS[digit]).join('')
}

/**
 * The numbers of the orders up to `latest` that have this code, usually one; none if it is no code. Reads small letters,
 * spaces and hyphens, and what is commonly misread. One wrong character, or two neighbours swapped, is never a code.
 */
export function ordersOfMemoCode(text: string, latest: number): number[] {
  const digits = [...plainMemoCode(text)].map((letter) => LETTERS.indexOf(letter))
  const [first = BASE] = digits
  if (digits.length !== LENGTH || digits.includes(-1) || first >= FIRST || weighed(digits) % BASE !== 0) return []
  const spread = digits.slice(0, -1).reduce((sum, digit) => sum * BASE + digit, 0)
  const orders: number[] = []
  for (let id = timesModulo(spread, GATHER); id <= latest; id += MEMO_CODES) if (id > 0) orders.push(id)
  return orders
}

/** In capitals, without spaces and hyphens, and with what is commonly misread put right; whether or not it is a code. */
export const plainMemoCode = (text: string): string =>
  [...text.toUpperCase().replaceAll(/[\s-]/g, '')].map((letter) => MISREAD[letter] ?? letter).join('')

/** Weights that differ from each other, and from 0, modulo the prime: that is what catches a swap, and an error. */
const weighed = (digits: readonly number[]): number =>
  digits.reduce((sum, digit, position) => sum + digit * (LENGTH - position), 0)

/** Exact: the product alone is below 2⁵³. */
const timesModulo = (value: number, factor: number): number => (value * factor) % MEMO_CODES
