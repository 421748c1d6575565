import { type Cents, cents, parseDollars } from '../money.ts'
import type { Direction } from './direction.ts'

/** As banks write it: signed, negative for what went out. */
export type SignedAmount = Cents

/** Without its sign; `signs` has what the cell itself says of its direction: `+`, `CR`; `-`, `DR`, parentheses. */
export type ParsedAmount = { cents: Cents; signs: readonly Direction[] }

/** The largest amount that an entry of the ledger may have, in cents. */
const LARGEST = 2_147_483_647
const LONGEST = 40
const DOLLARS_BEFORE = /^(?:USD|US ?\$)/
const DOLLARS_BEHIND = /(?:USD|US ?\$|\$)$/

/**
 * Reads `$1,234.56`, `+12.00`, `-$5.00`, `(5.00)`, `5.00-`, `12.00 CR`, `US$12.00`, `USD 12.00` or `00012.0000`. With a
 * decimal comma, `1.234,56`. Undefined for what is no amount in dollars, has a fraction of a cent, or is more than the
 * ledger can hold.
 */
export function parseAmount(text: string, decimal: '.' | ',' = '.'): ParsedAmount | undefined {
  if (text.length > LONGEST) return undefined
  let rest = text.trim().toUpperCase().replaceAll(/[−–]/g, '-')
  const signs: Direction[] = []
  const strip = (pattern: RegExp, sign?: Direction): boolean => {
    const shorter = rest.replace(pattern, '').trim()
    if (shorter === rest) return false
    rest = shorter
    if (sign) signs.push(sign)
    return true
  }
  // A word may stand before or behind the currency.
  for (const _ of 'ab') {
    strip(DOLLARS_BEFORE)
    strip(DOLLARS_BEHIND)
    strip(/^CR\.?(?=[\s\d$])|CR\.?$/, 'in')
    strip(/^DR\.?(?=[\s\d$])|DR\.?$/, 'out')
  }
  if (rest.startsWith('(') && rest.endsWith(')')) {
    rest = rest.slice(1, -1).trim()
    signs.push('out')
  }
  strip(/-$/, 'out')
  for (const _ of 'abc') {
    if (strip(/^\+/, 'in') || strip(/^-/, 'out')) continue
    strip(/^(?:USD|US ?\$|\$)/)
  }
  if (decimal === ',') {
    if (/\.\d{1,2}$/.test(rest)) return undefined
    rest = rest.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  }
  if (rest.startsWith('.')) rest = `0${rest}`
  const amount = parseDollars(rest.replace(/^0+(?=\d)/, ''))
  if (amount === undefined || amount > LARGEST || signs.length > 2) return undefined
  return { cents: amount, signs }
}

/** The same, negative for what went out. */
export function readAmount(text: string): SignedAmount | undefined {
  const parsed = parseAmount(text)
  return parsed && cents(parsed.signs.includes('out') ? 0 - parsed.cents : parsed.cents)
}

/** Whether a word of running text is an amount: with a dollar sign or with cents, or it may be any number. */
export const looksLikeAmount = (word: string): boolean =>
  (word.includes('$') || /\.\d\d(?:\D{0,4})$/.test(word.slice(-8))) && readAmount(word) !== undefined
