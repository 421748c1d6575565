/** ISO 4217 currency codes that a column may contain. */
const CODES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'USDC', 'USDT', 'BTC', 'ETH'])
/** Codes that running text is searched for: others are also words, such as ALL, TOP or GEL. */
const COMMON_CODES =
  'EUR|GBP|CAD|AUD|NZD|JPY|CHF|CNY|INR|MXN|BRL|SEK|NOK|DKK|PLN|CZK|HUF|SGD|HKD|KRW|ZAR|ILS|AED|PHP|THB'
const SIGN = /[€£¥₩₹₽₪₫฿₴₺₦]|(?<![A-Z])(?:CA|CDN|C|AU|A|NZ|HK|MX|R|SG|S|NT|J|BZ)\$/i
const DOLLARS = /^(?:|\$|USD|US ?\$|U\.?S\.? ?DOLLARS?|DOLLARS?|840|UNITED STATES DOLLARS?)$/

const MAX_CELL_LENGTH = 40
const MAX_TEXT_LENGTH = 2_000

/** The currency in a cell of a currency column, unless it is the US dollar. */
export function findForeignCurrency(cell: string): string | undefined {
  const name = cell.trim().slice(0, MAX_CELL_LENGTH)
  return DOLLARS.test(name.toUpperCase()) ? undefined : name
}

/** Returns whether a cell is a currency code, including the dollar's. */
export const isCurrencyCode = (cell: string): boolean => CODES.has(cell.trim())

/** The other currency in a cell that should be an amount: `€137.79`, `CAD 137.79`, `137,79 EUR`. */
export function findForeignInAmount(cell: string): string | undefined {
  const text = cell.trim()
  if (text.length > MAX_CELL_LENGTH || !/\d/.test(text)) return undefined
  const symbol = SIGN.exec(text)?.[0]
  if (symbol) return symbol
  const code = text
    .match(/[A-Za-z]{3,4}/g)
    ?.find((word) => CODES.has(word.toUpperCase()) && word.toUpperCase() !== 'USD')
  return code?.toUpperCase()
}

/** The other currency in a heading: `Amount (EUR)`, `Credit €`. */
export function findForeignInHeading(heading: string): string | undefined {
  const text = heading.slice(0, MAX_CELL_LENGTH)
  const symbol = SIGN.exec(text)?.[0]
  return symbol ?? text.match(/\b[A-Z]{3}\b/g)?.find((word) => word !== 'USD' && CODES.has(word))
}

// Requires cents: CNY37T is a payment reference.
const BEFORE_NUMBER = new RegExp(`\\b(${COMMON_CODES})\\s?[-+]?\\d[\\d.,]*[.,]\\d\\d\\b`)
const AFTER_NUMBER = new RegExp(`\\d[.,]\\d\\d\\s?(${COMMON_CODES})\\b`)
const SIGN_AT_NUMBER = new RegExp(`(${SIGN.source})\\s?\\d|\\d\\s?(€|£)`, 'i')

/** The other currency of an amount in running text. */
export function findForeignInText(text: string): string | undefined {
  const excerpt = text.slice(0, MAX_TEXT_LENGTH)
  const symbol = SIGN_AT_NUMBER.exec(excerpt)
  return symbol?.[1] ?? symbol?.[2] ?? BEFORE_NUMBER.exec(excerpt)?.[1] ?? AFTER_NUMBER.exec(excerpt)?.[1]
}

/** The other currency in a line above a table: `Currency: EUR`, `Checking account 1234 (EUR)`. */
export function findForeignInPreamble(line: string): string | undefined {
  const text = line.slice(0, MAX_TEXT_LENGTH)
  const code = /\bcurrency\b[^A-Za-z]{0,10}([A-Z]{3})\b/i.exec(text)?.[1] ?? /\(([A-Z]{3})\)/.exec(text)?.[1]
  return code !== undefined && code.toUpperCase() !== 'USD' && CODES.has(code.toUpperCase()) ? code : undefined
}
