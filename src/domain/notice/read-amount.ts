import { type Cents, cents, parseDollars } from '../money.ts'

/** As banks write it: signed, negative for what went out. */
export type SignedAmount = Cents

/** The largest amount that an entry of the ledger may have, in cents. */
const LARGEST = 2_147_483_647
const LONGEST = 24

/**
 * Reads `$1,234.56`, `+12.00`, `-$5.00`, `(5.00)`, `5.00-`, `12.00 CR` or `USD 12.00`. Undefined for what is no amount,
 * or more than the ledger can hold.
 */
export function readAmount(text: string): SignedAmount | undefined {
  if (text.length > LONGEST) return undefined
  let rest = text.trim().toUpperCase().replaceAll('−', '-')
  let negative = false
  if (rest.startsWith('USD')) rest = rest.slice(3).trim()
  if (rest.endsWith('USD')) rest = rest.slice(0, -3).trim()
  if (rest.endsWith('CR')) rest = rest.slice(0, -2).trim()
  else if (rest.endsWith('DR')) {
    rest = rest.slice(0, -2).trim()
    negative = true
  }
  if (rest.startsWith('(') && rest.endsWith(')')) {
    rest = rest.slice(1, -1)
    negative = true
  }
  if (rest.endsWith('-')) rest = `-${rest.slice(0, -1)}`
  for (const _ of '$-') {
    if (rest.startsWith('-')) {
      rest = rest.slice(1).trim()
      negative = true
    } else if (rest.startsWith('+') || rest.startsWith('$')) rest = rest.slice(1).trim()
  }
  if (rest.startsWith('.')) rest = `0${rest}`
  const amount = parseDollars(rest)
  if (amount === undefined || amount > LARGEST) return undefined
  return cents(negative ? 0 - amount : amount)
}

/** Whether a word of running text is an amount: with a dollar sign or with cents, or it may be any number. */
export const looksLikeAmount = (word: string): boolean =>
  (word.includes('$') || /\.\d\d(?:\D{0,4})$/.test(word.slice(-8))) && readAmount(word) !== undefined
