import { type Cents, cents, parseDollars } from '#domain/money/money.ts'
import type { Direction } from './direction.ts'

/** Signed as banks write it: negative for outgoing money. */
export type SignedAmount = Cents

/** Absolute amount; `signs` has the cell's evidence of the direction: `+`, `CR`; `-`, `DR`, parentheses. */
export type ParsedAmount = { cents: Cents; signs: readonly Direction[] }

/** The largest amount that a ledger entry can store, in cents. */
const MAX_CENTS = 2_147_483_647
const MAX_LENGTH = 40
const DOLLARS_BEFORE = /^(?:USD|US ?\$)/
const DOLLARS_AFTER = /(?:USD|US ?\$|\$)$/

/**
 * Parses `$1,234.56`, `+12.00`, `-$5.00`, `(5.00)`, `5.00-`, `12.00 CR`, `US$12.00`, `USD 12.00` or `00012.0000`. With
 * a decimal comma, `1.234,56`. Undefined for anything that is not a dollar amount, has a fraction of a cent, or
 * exceeds what the ledger can store.
 */
export function parseAmount(text: string, decimal: '.' | ',' = '.'): ParsedAmount | undefined {
  if (text.length > MAX_LENGTH) return undefined
  let rest = text.trim().toUpperCase().replaceAll(/[−–]/g, '-')
  const signs: Direction[] = []
  const strip = (pattern: RegExp, sign?: Direction): boolean => {
    const shorter = rest.replace(pattern, '').trim()
    if (shorter === rest) return false
    rest = shorter
    if (sign) signs.push(sign)
    return true
  }
  // A word may be before or after the currency.
  for (const _ of 'ab') {
    strip(DOLLARS_BEFORE)
    strip(DOLLARS_AFTER)
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
  if (amount === undefined || amount > MAX_CENTS || signs.length > 2) return undefined
  return { cents: amount, signs }
}

/** The signed amount, negative for outgoing money. */
export function readAmount(text: string): SignedAmount | undefined {
  const parsed = parseAmount(text)
  return parsed && cents(parsed.signs.includes('out') ? 0 - parsed.cents : parsed.cents)
}

/**
 * Returns whether a word of running text is an amount: it must have a dollar sign or cents, since it could be any
 * number otherwise.
 */
export const looksLikeAmount = (word: string): boolean =>
  (word.includes('$') || /\.\d\d(?:\D{0,4})$/.test(word.slice(-8))) && readAmount(word) !== undefined
