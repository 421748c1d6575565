import type { CsvLine } from './bank-table.ts'
import { findForeignInAmount } from './currency.ts'
import { type ColumnRole, type Columns, MAX_COLUMNS, matchHeadings } from './headings.ts'
import { parseAmount } from './read-amount.ts'
import { readDate } from './read-date.ts'

export type ColumnGuess = {
  columns: Columns
  /** Index of the heading's record, from 0; -1 if the file has none. */
  headingAt: number
  /** From 0 to 1: below 1, staff should check before they import. */
  confidence: number
}

const SAMPLE_ROWS = 50
/**
 * Guesses the columns from the headings first, then from the cells if there is no heading. Staff may correct the
 * result.
 */
export function guessColumns(lines: readonly CsvLine[], today: string): ColumnGuess {
  const headings = lines.slice(0, 20).map(({ cells }) => matchHeadings(cells, today))
  const headingAt = headings.findIndex((named) => Object.keys(named).length >= 2)
  const columns: Columns = { ...(headingAt >= 0 ? headings[headingAt] : {}) }
  const named = new Set(Object.keys(columns))
  const sample = lines.slice(headingAt + 1, headingAt + 1 + SAMPLE_ROWS)
  // A column of days called `Sent` or `Received` contains no money.
  for (const role of ['credit', 'debit'] as const) {
    const cells = sample.map(({ cells }) => (cells[columns[role] ?? -1] ?? '').trim()).filter((cell) => cell !== '')
    if (cells.length > 0 && cells.every((cell) => readDate(cell, today) !== undefined)) delete columns[role]
  }
  fillFromContent(columns, sample, today)
  return { columns, headingAt, confidence: calculateConfidence(columns, named, sample, today) }
}

function fillFromContent(columns: Columns, sample: readonly CsvLine[], today: string): void {
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...sample.map(({ cells }) => cells.length)))
  const assigned = new Set(Object.values(columns))
  const listUnassigned = () => [...new Array(width).keys()].filter((index) => !assigned.has(index))
  const matchRatio = (index: number, matches: (cell: string) => boolean) =>
    sample.length === 0 ? 0 : sample.filter(({ cells }) => matches(cells[index] ?? '')).length / sample.length
  const assign = (role: ColumnRole, index: number | undefined) => {
    if (index === undefined) return
    columns[role] = index
    assigned.add(index)
  }
  if (columns.date === undefined)
    assign(
      'date',
      listUnassigned().find((index) => matchRatio(index, (cell) => readDate(cell, today) !== undefined) > 0.8),
    )
  if (columns.amount === undefined && columns.credit === undefined) {
    // Takes the first of several: the others are running balances.
    assign(
      'amount',
      listUnassigned().find((index) => matchRatio(index, (cell) => isMoney(cell)) > 0.8),
    )
  }
  if (columns.memo === undefined && columns.payer === undefined) {
    const lengths = listUnassigned().map((index) => ({
      index,
      length: sample.reduce((sum, { cells }) => sum + (cells[index] ?? '').trim().length, 0),
    }))
    assign('memo', lengths.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0]?.index)
  }
}

/** An amount with a decimal point or comma, or one with another currency. */
const isNumber = (cell: string): boolean =>
  parseAmount(cell) !== undefined || parseAmount(cell, ',') !== undefined || findForeignInAmount(cell) !== undefined
const isMoney = (cell: string): boolean => /[.,]\d\d(?!\d*-)/.test(cell) && isNumber(cell)

function calculateConfidence(
  columns: Columns,
  named: ReadonlySet<string>,
  sample: readonly CsvLine[],
  today: string,
): number {
  const amounts = [columns.amount, columns.credit, columns.debit].filter((index) => index !== undefined)
  if (columns.date === undefined || amounts.length === 0 || sample.length === 0) return 0
  const readable = sample.filter(
    ({ cells }) =>
      readDate(cells[columns.date as number] ?? '', today) !== undefined &&
      amounts.some((index) => isNumber(cells[index] ?? '')),
  ).length
  const roles = [
    'date',
    ...(columns.amount === undefined ? ['credit'] : ['amount']),
    columns.payer === undefined ? 'memo' : 'payer',
  ]
  const namedRatio = roles.filter((role) => named.has(role)).length / roles.length
  return Math.round((readable / sample.length) * (0.6 + 0.4 * namedRatio) * 100) / 100
}

/** Overrides the guess with the staff's choice; a column that they assign to another role loses its guessed one. */
export function correctColumns(guess: Columns, choice: Columns): Columns {
  const chosenIndexes = new Set(Object.values(choice))
  const remaining = Object.entries(guess).filter(([, index]) => !chosenIndexes.has(index))
  const corrected: Columns = { ...Object.fromEntries(remaining), ...choice }
  if (choice.amount !== undefined && choice.credit === undefined) {
    delete corrected.credit
    delete corrected.debit
  }
  if (choice.credit !== undefined && choice.amount === undefined) delete corrected.amount
  return corrected
}
