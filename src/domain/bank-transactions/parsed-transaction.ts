import type { Cents } from '#domain/money/money.ts'

/**
 * An incoming payment reported by the bank, as parsed from an email, a line or a file (docs/back-office §3, Notices).
 */
export type ParsedTransaction = {
  /** Line number in the text or file, from 1. */
  line: number
  /** Positive: outgoing payments are skipped. */
  amountCents: Cents
  /** `YYYY-MM-DD`; undefined if the text has no date. */
  date: string | undefined
  /** Empty if the text has none, like the memo. */
  payer: string
  memo: string
  /** The bank's unique id; undefined if the bank provides none. */
  bankId: string | undefined
  /** The source text, shortened. */
  source: string
  /**
   * Sign and keywords are missing or contradictory, so the direction is unknown: staff decide, and nothing is booked
   * automatically.
   */
  isUnconfirmed?: true
  /**
   * Payer and memo as used in the key, if more text is searched: a payment that was imported earlier is still
   * recognized.
   */
  keyed?: { payer: string; memo: string }
}

/**
 * Why a line with an amount was skipped. `unsettled`: it is pending, denied, reversed or the like. `currency`: it is
 * not in dollars. `shifted`: its cells do not match the heading. `thousands`: an unquoted comma splits an amount.
 * `future`: its day is after tomorrow.
 */
export const skipReasons = [
  ...([
    'debit',
    'no_amount',
    'no_date',
    'unreadable',
    'unsettled',
    'currency',
    'shifted',
    'thousands',
    'future',
  ] as const),
] as const
export type SkipReason = (typeof skipReasons)[number]

/** `detail`: the value that caused it, such as `Pending` or `EUR`. */
export type SkippedRow = { line: number; reason: SkipReason; source: string; detail?: string }

export type ParsedTransactions = { notices: ParsedTransaction[]; skipped: SkippedRow[] }

export type TransactionTextRefusal =
  | { code: 'too_long'; max: number }
  | { code: 'too_many_transactions'; line: number; max: number }
  | { code: 'no_transactions_found' }
  /** A file in another format, with the format's name. */
  | { code: 'format_not_supported'; format: string }

/** Maximum characters of text or file. */
export const MAX_TEXT_LENGTH = 5_000_000
export const MAX_MEMO_LENGTH = 400
export const MAX_BANK_TRANSACTIONS = 20_000
const MAX_FIELD_LENGTH = 200
const MAX_SOURCE_LENGTH = 500

/** One line without control characters, shortened. */
export function cleanLine(text: string, limit = MAX_FIELD_LENGTH): string {
  let result = ''
  let needsSpace = false
  // Avoids splitting a surrogate pair: the result is stored as JSON, which requires whole characters.
  for (const character of text.slice(0, limit * 4).replace(/[\ud800-\udbff]$/, '')) {
    if (character <= ' ' || character === '\u00a0' || character === '\u007f') {
      needsSpace = result !== ''
      continue
    }
    result += needsSpace ? ` ${character}` : character
    needsSpace = false
  }
  return [...result].slice(0, limit).join('').trim()
}

export const cleanSource = (text: string): string => cleanLine(text, MAX_SOURCE_LENGTH)
