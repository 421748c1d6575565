import type { Cents } from '../money.ts'

/** Money that a bank says has come in, as it was read from a mail, a line or a file (docs/back-office §3, Notices). */
export type ReadNotice = {
  /** Of the text or file, from 1. */
  line: number
  /** More than zero: what went out is no notice. */
  amountCents: Cents
  /** `YYYY-MM-DD`; undefined where the text does not say. */
  date: string | undefined
  /** Empty where the text does not say, like the memo. */
  payer: string
  memo: string
  /** What the bank calls it; unique. Undefined where the bank gives none. */
  bankId: string | undefined
  /** What it was read from, shortened. */
  source: string
  /** Neither sign nor words say that it came in, or they contradict each other: staff decide, nothing books it unseen. */
  isUndecided?: true
  /** Payer and memo as the key has them, where more text is searched: a payment that was imported before stays known. */
  keyed?: { payer: string; memo: string }
}

/**
 * Why a line that has an amount is no notice. `unsettled`: it is pending, denied, reversed or the like. `currency`: it is
 * not in dollars. `shifted`: its cells are not those of the heading. `thousands`: an amount is cut by a comma without
 * quotation marks. `future`: its day is after tomorrow.
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

/** `detail`: the word that says so, as `Pending` or `EUR`. */
export type Skipped = { line: number; reason: SkipReason; source: string; detail?: string }

export type ReadNotices = { notices: ReadNotice[]; skipped: Skipped[] }

export type NoticeTextRefusal =
  | { code: 'too_long'; most: number }
  | { code: 'too_many'; line: number; most: number }
  | { code: 'nothing_found' }
  /** A file of another format, by its name. */
  | { code: 'other_format'; format: string }

/** Characters of a text or file. */
export const LONGEST_TEXT = 5_000_000
export const LONGEST_MEMO = 400
export const MOST_NOTICES = 20_000
const LONGEST_FIELD = 200
const LONGEST_SOURCE = 500

/** One line without control characters, shortened. */
export function tidy(text: string, limit = LONGEST_FIELD): string {
  let tidied = ''
  let gap = false
  // Not half of a character: notices are written as JSON, which takes whole ones.
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
