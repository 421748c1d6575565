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

export type BankTransactionOrigin = 'paste' | 'csv' | 'ofx'

export type ParseBankTextRefusal =
  | TransactionTextRefusal
  | { code: 'row_invalid'; line: number; sentence: string }
  /** Neither a date nor an amount column was recognized, so staff must name them. */
  | { code: 'columns_not_recognized'; guess: ColumnGuess; table: BankFileTable }
  | { code: 'column_not_found'; column: string }

/** Column named by staff: by its heading, or by its number from 1. An empty text means that there is no such column. */
export type ColumnMapping = Partial<Record<keyof Columns, string>>

/** First rows of a CSV file with shortened cells, for staff to identify the columns. */
export type BankFileTable = { headings: string[] | null; rows: string[][] }

export type ParsedText = {
  origin: BankTransactionOrigin
  read: ParsedTransactions
  guess?: ColumnGuess
  table?: BankFileTable
}

/** Without a kind, the text is a file, and its first characters determine the kind. */
type ParseOptions = { today: string; kind?: BankTransactionOrigin | undefined; columns?: ColumnMapping | undefined }
export type ParseInput = ParseOptions & { text: string }
export type ParseResult = Result<ParsedText, ParseBankTextRefusal>

/** Parses an OFX or CSV file of a bank, or pasted text. `today` (`YYYY-MM-DD`) resolves dates without a year. */
export function parseBankText(text: string, { today, kind: requested, columns }: ParseOptions): ParseResult {
  if (text.length > MAX_TEXT_LENGTH) return refuse({ code: 'too_long', max: MAX_TEXT_LENGTH })
  const format = detectOtherFormat(text)
  if (format !== undefined) return refuse({ code: 'format_not_supported', format })
  const kind = requested ?? (isOfx(text) ? 'ofx' : 'csv')
  if (kind === 'csv') return parseCsv(text, today, columns ?? {})
  const parsed = kind === 'ofx' ? readOfx(text, today) : readPastedText(text, today)
  return 'code' in parsed ? refuse(parsed) : { ok: true, origin: kind, read: parsed }
}

function parseCsv(text: string, today: string, requested: ColumnMapping): Result<ParsedText, ParseBankTextRefusal> {
  const lines = parseBankTable(text)
  const guess = guessColumns(lines, today)
  const corrections: Columns = {}
  const ignored: number[] = []
  for (const [role, column] of Object.entries(requested) as [keyof Columns, string][]) {
    if (column === '') {
      if (guess.columns[role] !== undefined) ignored.push(guess.columns[role])
      delete guess.columns[role]
      continue
    }
    const index = findColumn(column, lines[Math.max(0, guess.headingAt)]?.cells ?? [])
    if (index === undefined) return refuse({ code: 'column_not_found', column })
    corrections[role] = index
  }
  const columns = correctColumns(guess.columns, corrections)
  const rows = lines.slice(guess.headingAt + 1)
  const invalidRow = rows.find(({ isSpoiled }) => isSpoiled)
  if (invalidRow && rows.every(({ isSpoiled }) => isSpoiled))
    return refuse({ code: 'row_invalid', line: invalidRow.line, sentence: MISPLACED_QUOTE_MESSAGE })
  const isKnown = columns.date !== undefined && (columns.amount ?? columns.credit ?? columns.debit) !== undefined
  const table = sampleTable(lines, guess.headingAt)
  if (!isKnown) return refuse({ code: 'columns_not_recognized', guess: { ...guess, columns }, table })
  const confirmedGuess = { ...guess, columns }
  const usedColumns = new Set(Object.values(columns))
  const parsed = readColumns(
    lines,
    { ...confirmedGuess, ignored: ignored.filter((column) => !usedColumns.has(column)) },
    today,
  )
  return 'code' in parsed ? refuse(parsed) : { ok: true, origin: 'csv', read: parsed, guess: confirmedGuess, table }
}

const MISPLACED_QUOTE_MESSAGE = 'There’s a quotation mark in the middle of a cell. Inside quotes, write it twice.'
const SAMPLE_ROWS = 3
const MAX_COLUMNS = 60
const MAX_CELL_LENGTH = 60

function sampleTable(lines: readonly CsvLine[], headingAt: number): BankFileTable {
  const shortenCells = ({ cells }: CsvLine) =>
    cells.slice(0, MAX_COLUMNS).map((cell) => cleanLine(cell, MAX_CELL_LENGTH))
  const heading = lines[headingAt]
  return {
    headings: heading ? shortenCells(heading) : null,
    rows: lines.slice(headingAt + 1, headingAt + 1 + SAMPLE_ROWS).map(shortenCells),
  }
}

function findColumn(requested: string, heading: readonly string[]): number | undefined {
  const toComparable = (text: string) => text.trim().toLowerCase()
  const index = heading.findIndex((cell) => toComparable(cell) === toComparable(requested))
  if (index >= 0) return index
  return /^\d{1,2}$/.test(requested) && Number(requested) >= 1 && Number(requested) <= heading.length
    ? Number(requested) - 1
    : undefined
}
