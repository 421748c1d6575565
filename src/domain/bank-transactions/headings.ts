import { findForeignInHeading } from './currency.ts'
import { detectHeadingDirection } from './direction.ts'
import { parseAmount } from './read-amount.ts'
import { readDate } from './read-date.ts'
import { isStateHeading } from './settlement.ts'

export const columnRoles = [
  'date',
  'amount',
  'credit',
  'debit',
  'kind',
  'status',
  'currency',
  'payer',
  'memo',
  'id',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** Column index, from 0, of each role. A bank has one signed `amount`, or `credit` and `debit`. */
export type Columns = Partial<Record<ColumnRole, number>>

/** Column names that banks use, most specific first. Compared in lowercase without other characters. */
const NAMES: Partial<Record<ColumnRole, readonly string[]>> = {
  date: [
    ...['date', 'posting date', 'posted date', 'post date', 'transaction date', 'trans date', 'booking date'],
    ...['value date', 'effective date', 'date posted', 'payment date', 'datetime', 'date time', 'date and time'],
    ...['created date', 'created', 'processed date', 'completed date', 'day'],
  ],
  // The amount before fees first: the customer paid the gross amount.
  amount: [
    ...[
      'amount',
      'transaction amount',
      'amount usd',
      'gross',
      'gross amount',
      'amount total',
      'payment amount',
      'total',
    ],
    ...['total amount', 'amt', 'value', 'net amount', 'net', 'amount net'],
  ],
  kind: [
    ...[
      'credit debit indicator',
      'debit credit indicator',
      'balance impact',
      'direction',
      'dr cr',
      'cr dr',
      'debit credit',
    ],
    ...['credit debit', 'indicator', 'in out', 'sign', 'details', 'transaction type', 'type', 'transaction kind'],
  ],
  currency: [
    'currency',
    'currency code',
    'transaction currency',
    'amount currency',
    'ccy',
    'curr',
    'cur',
    'iso currency',
  ],
  payer: [
    ...[
      'payer',
      'from',
      'sender',
      'name',
      'payee',
      'received from',
      'paid by',
      'counterparty',
      'customer',
      'sender name',
    ],
    ...['payer name', 'customer name'],
  ],
  memo: [
    ...[
      'memo',
      'message',
      'note',
      'notes',
      'remarks',
      'extended description',
      'description',
      'transaction description',
    ],
    ...['original description', 'narrative', 'particulars', 'text'],
  ],
  id: [
    ...[
      'fitid',
      'transaction id',
      'reference number',
      'confirmation number',
      'confirmation',
      'bank reference',
      'bank id',
    ],
    ...['reference', 'ref', 'trace number', 'id', 'transaction number', 'check or slip', 'unique id'],
  ],
}
const ROLES_BY_PRIORITY = [
  'date',
  'credit',
  'debit',
  'amount',
  'kind',
  'status',
  'currency',
  'payer',
  'memo',
  'id',
] as const

const MAX_LENGTH = 60
export const MAX_COLUMNS = 60

/** Lowercase letters and digits, without other characters. */
export const normalizeHeading = (cell: string): string =>
  cell
    .toLowerCase()
    .slice(0, MAX_LENGTH)
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '')
    .join(' ')

/** `amount usd` and `amount eur` both mean the amount. */
const removeCurrency = (cell: string): string => {
  const foreign = findForeignInHeading(cell)
  return normalizeHeading(cell.replace(foreign ?? 'USD', ' ').replaceAll(/\bin dollars\b/gi, ' '))
}

/** The roles in a row of headings; empty for a row with a day or an amount, which is not a heading. */
export function matchHeadings(cells: readonly string[], today: string): Columns {
  const headings = cells.slice(0, MAX_COLUMNS)
  if (headings.some((cell) => readDate(cell, today) !== undefined || (/\d/.test(cell) && parseAmount(cell)))) return {}
  const names = headings.map((cell) => [normalizeHeading(cell), removeCurrency(cell)])
  const columns: Columns = {}
  const assigned = new Set<number>()
  const isFree = (position: number) => !assigned.has(position)
  const find = (matches: (name: string) => boolean, isDollars: boolean) =>
    names.findIndex(
      (spellings, position) =>
        isFree(position) &&
        spellings.some(matches) &&
        (!isDollars || findForeignInHeading(headings[position] ?? '') === undefined),
    )
  for (const role of ROLES_BY_PRIORITY) {
    const index = [true, false]
      .flatMap((isDollars) => {
        if (role === 'credit' || role === 'debit') {
          const direction = role === 'credit' ? 'in' : 'out'
          return [find((name) => detectHeadingDirection(name) === direction, isDollars)]
        }
        if (role === 'status') return [find(isStateHeading, isDollars)]
        // In the order of the list: a posting date takes precedence over a value date.
        return (NAMES[role] ?? []).map((name) => find((heading) => heading === name, isDollars))
      })
      .find((position) => position >= 0)
    if (index === undefined) continue
    columns[role] = index
    assigned.add(index)
  }
  return columns
}

/** A running balance, a fee, an account or a card: neither the amount nor a payer's text. */
export const isOtherAmount = (heading: string): boolean => /\b(?:balance|fee|fees|tax|tip|net|gross)\b/.test(heading)
export const isBalance = (heading: string): boolean => /\bbalance\b/.test(heading)
export const isAccountHeading = (heading: string): boolean =>
  /\b(?:account|acct|card|timezone|time zone|routing)\b/.test(heading)
/** Amounts in a foreign currency, next to those in dollars. */
export const isOriginalCurrency = (heading: string): boolean =>
  /\b(?:original|foreign|local|source|target)\b/.test(heading)
/** Written by the payer, not by the bank. */
export const isPayerHeading = (heading: string): boolean =>
  /\b(?:memo|message|note|notes|subject|remarks?|comments?|payer|sender|name|from)\b/.test(heading)
