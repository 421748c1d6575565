import type { Cents } from '#domain/money/money.ts'

/** An incoming payment reported by the bank, as parsed from a mail, a line or a file (docs/back-office §3, Notices). */
export type ReadNotice = {
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
  isUndecided?: true
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

export type ReadNotices = { notices: ReadNotice[]; skipped: SkippedRow[] }

export type NoticeTextRefusal =
  | { code: 'too_long'; most: number }
  | { code: 'too_many'; line: number; most: number }
  | { code: 'nothing_found' }
  /** A file in another format, with the format's name. */
  | { code: 'format_not_supported'; format: string }

/** Maximum characters of a text or file. */
export const LONGEST_TEXT = 5_000_000
export const LONGEST_MEMO = 400
export const MAX_NOTICES = 20_000
const LONGEST_FIELD = 200
const LONGEST_SOURCE = 500

/** One line without control characters, shortened. */
export function tidy(text: string, limit = LONGEST_FIELD): string {
  let tidied = ''
  let gap = false
  // Avoids splitting a surrogate pair: the result is stored as JSON, which requires whole characters.
  for (const sign of text.slice(0, limit * 4).replace(/[\ud800-\udbff]$/, '')) {
    if (sign <= ' ' || sign === '\u00a0' || sign === '\u007f') {
      gap = tidied !== ''
      continue
    }
    tidied += gap ? ` ${sign}` : sign
    gap = false
  }
  return [...tidied].slice(0, limit).join('').trim()
}

export const tidySource = (text: string): string => tidy(text, LONGEST_SOURCE)
