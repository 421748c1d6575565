import { type CsvLine, parseBankTable } from '#domain/bank-transactions/bank-table.ts'
import { type ColumnGuess, correctColumns, guessColumns } from '#domain/bank-transactions/columns.ts'
import type { Columns } from '#domain/bank-transactions/headings.ts'
import { detectOtherFormat } from '#domain/bank-transactions/other-format.ts'
import {
  cleanLine,
  MAX_TEXT_LENGTH,
  type ParsedTransactions,
  type TransactionTextRefusal,
} from '#domain/bank-transactions/parsed-transaction.ts'
import { readPastedText } from '#domain/bank-transactions/pasted-text.ts'
import { readColumns } from '#domain/bank-transactions/read-columns.ts'
import { type Result, refuse } from '#domain/result.ts'
import { isOfx, readOfx } from './read-ofx.ts'

export type NoticeOrigin = 'paste' | 'csv' | 'ofx'

export type ReadNoticesRefusal =
  | TransactionTextRefusal
  | { code: 'row_invalid'; line: number; sentence: string }
  /** Neither a date nor an amount column was recognized, so staff must name them. */
  | { code: 'columns_not_recognized'; guess: ColumnGuess; table: NoticeTable }
  | { code: 'column_not_found'; column: string }

/** Column named by staff: by its heading, or by its number from 1. An empty text means that there is no such column. */
export type ColumnMapping = Partial<Record<keyof Columns, string>>

/** First rows of a CSV file with shortened cells, for staff to identify the columns. */
export type NoticeTable = { headings: string[] | null; rows: string[][] }

export type ReadText = { origin: NoticeOrigin; read: ParsedTransactions; guess?: ColumnGuess; table?: NoticeTable }

/** Without a kind, the text is a file, and its first characters determine the kind. */
type Reading = { today: string; kind?: NoticeOrigin | undefined; columns?: ColumnMapping | undefined }
export type GivenText = Reading & { text: string }
export type ReadOutcome = Result<ReadText, ReadNoticesRefusal>

/** Parses an OFX or CSV file of a bank, or pasted text. `today` (`YYYY-MM-DD`) resolves dates without a year. */
export function readNotices(text: string, { today, kind: said, columns }: Reading): ReadOutcome {
  if (text.length > MAX_TEXT_LENGTH) return refuse({ code: 'too_long', most: MAX_TEXT_LENGTH })
  const format = detectOtherFormat(text)
  if (format !== undefined) return refuse({ code: 'format_not_supported', format })
  const kind = said ?? (isOfx(text) ? 'ofx' : 'csv')
  if (kind === 'csv') return readCsv(text, today, columns ?? {})
  const read = kind === 'ofx' ? readOfx(text, today) : readPastedText(text, today)
  return 'code' in read ? refuse(read) : { ok: true, origin: kind, read }
}

function readCsv(text: string, today: string, said: ColumnMapping): Result<ReadText, ReadNoticesRefusal> {
  const lines = parseBankTable(text)
  const guess = guessColumns(lines, today)
  const corrections: Columns = {}
  const ignored: number[] = []
  for (const [role, column] of Object.entries(said) as [keyof Columns, string][]) {
    if (column === '') {
      if (guess.columns[role] !== undefined) ignored.push(guess.columns[role])
      delete guess.columns[role]
      continue
    }
    const index = columnNamed(column, lines[Math.max(0, guess.headingAt)]?.cells ?? [])
    if (index === undefined) return refuse({ code: 'column_not_found', column })
    corrections[role] = index
  }
  const columns = correctColumns(guess.columns, corrections)
  const rows = lines.slice(guess.headingAt + 1)
  const spoiled = rows.find(({ isSpoiled }) => isSpoiled)
  if (spoiled && rows.every(({ isSpoiled }) => isSpoiled))
    return refuse({ code: 'row_invalid', line: spoiled.line, sentence: SPOILED })
  const isKnown = columns.date !== undefined && (columns.amount ?? columns.credit ?? columns.debit) !== undefined
  const table = beginningOf(lines, guess.headingAt)
  if (!isKnown) return refuse({ code: 'columns_not_recognized', guess: { ...guess, columns }, table })
  const known = { ...guess, columns }
  const given = new Set(Object.values(columns))
  const read = readColumns(lines, { ...known, ignored: ignored.filter((at) => !given.has(at)) }, today)
  return 'code' in read ? refuse(read) : { ok: true, origin: 'csv', read, guess: known, table }
}

const SPOILED = 'There’s a quotation mark in the middle of a cell. Inside quotes, write it twice.'
const SHOWN_ROWS = 3
const MAX_COLUMNS = 60
const LONGEST_CELL = 60

function beginningOf(lines: readonly CsvLine[], headingAt: number): NoticeTable {
  const short = ({ cells }: CsvLine) => cells.slice(0, MAX_COLUMNS).map((cell) => cleanLine(cell, LONGEST_CELL))
  const heading = lines[headingAt]
  return {
    headings: heading ? short(heading) : null,
    rows: lines.slice(headingAt + 1, headingAt + 1 + SHOWN_ROWS).map(short),
  }
}

function columnNamed(said: string, heading: readonly string[]): number | undefined {
  const plain = (text: string) => text.trim().toLowerCase()
  const index = heading.findIndex((cell) => plain(cell) === plain(said))
  if (index >= 0) return index
  return /^\d{1,2}$/.test(said) && Number(said) >= 1 && Number(said) <= heading.length ? Number(said) - 1 : undefined
}
