import type { CsvLine } from './bank-table.ts'
import { findForeignInHeading, findForeignInPreamble, isCurrencyCode } from './currency.ts'
import { type Direction, detectShortKinds } from './direction.ts'
import {
  type Columns,
  isAccountHeading,
  isBalance,
  isOriginalCurrency,
  isOtherAmount,
  normalizeHeading,
} from './headings.ts'
import { parseAmount } from './read-amount.ts'
import { type DayOrder, detectDayOrder } from './read-date.ts'

/** Properties of a whole table that affect every row. */
export type TableProfile = {
  columns: Columns
  today: string
  /** In lowercase; empty if the file has no heading. */
  headings: readonly string[]
  /** Number of nonempty headings; 0 if the file has none. */
  filledHeadings: number
  /** Number of cells in the heading, or in most rows. */
  width: number
  /** Number of cells in most rows. */
  usualWidth: number
  dayOrder: DayOrder
  decimal: '.' | ','
  /** Whether some amounts are written without cents. */
  hasWholeAmounts: boolean
  /** Whether the amount column has signs, so that an amount without one is incoming. */
  isSigned: boolean
  /** The currency of the whole table, unless it is the dollar. */
  foreign: string | undefined
  /** Whether some column, heading or cell names the dollar. */
  isInDollars: boolean
  currencyColumns: readonly number[]
  shortKinds: ReadonlyMap<number, (cell: string) => Direction | undefined>
  /** Columns whose text is no evidence for a payment: accounts, cards, amounts. */
  isSilent: (index: number) => boolean
}

/** The most rows inspected to decide what a column contains. */
const SAMPLE_ROWS = 2_000
const MAX_CELL_LENGTH = 60

export function profileTable(
  lines: readonly CsvLine[],
  { columns, headingAt, ignored }: { columns: Columns; headingAt: number; ignored: readonly number[] },
  today: string,
): TableProfile {
  const headingCells = headingAt < 0 ? [] : (lines[headingAt]?.cells ?? [])
  const rows = lines
    .slice(headingAt + 1, headingAt + 1 + SAMPLE_ROWS)
    .filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const headings = headingCells.map(normalizeHeading)
  const usualWidth = findMostCommon(rows.map(({ cells }) => cells.length)) ?? headingCells.length
  const moneyColumns = [columns.amount, columns.credit, columns.debit].filter((index) => index !== undefined)
  const listCells = (index: number) =>
    rows.map(({ cells }) => (cells[index] ?? '').trim().slice(0, MAX_CELL_LENGTH)).filter((cell) => cell !== '')
  const width = headingCells.length || usualWidth
  const columnIndexes = [...new Array(Math.min(width, 60)).keys()]
  const otherColumns = columnIndexes.filter((index) => !moneyColumns.includes(index) && index !== columns.date)
  const money = moneyColumns.flatMap(listCells)
  const preamble = lines.slice(0, Math.max(0, headingAt)).map(({ cells }) => cells.join(' '))
  const currencyColumns = otherColumns.filter((index) => {
    if (index === columns.currency) return true
    const cells = listCells(index)
    return cells.length > 0 && !isOriginalCurrency(headings[index] ?? '') && cells.every(isCurrencyCode)
  })
  const silent = new Set(
    columnIndexes.filter(
      (index) => index === columns.date || moneyColumns.includes(index) || isAccountHeading(headings[index] ?? ''),
    ),
  )
  for (const index of [...currencyColumns, ...ignored]) silent.add(index)
  return {
    columns,
    today,
    headings,
    filledHeadings: headings.filter((heading) => heading !== '').length,
    width,
    usualWidth,
    dayOrder: detectDayOrder(columns.date === undefined ? [] : listCells(columns.date)),
    decimal: detectDecimal(money),
    hasWholeAmounts: rows.some(({ cells }) =>
      moneyColumns.some(
        (index) => isWhole(cells[index] ?? '') && !/^\s*\d{3}(?:\.\d\d)?\D*$/.test(cells[index + 1] ?? ''),
      ),
    ),
    isSigned: hasSignedAmounts(columns, headings, listCells),
    foreign:
      preamble.map(findForeignInPreamble).find((code) => code !== undefined) ??
      moneyColumns.map((index) => findForeignInHeading(headingCells[index] ?? '')).find((code) => code !== undefined),
    isInDollars:
      currencyColumns.length > 0 ||
      money.some((cell) => /\$|usd/i.test(cell)) ||
      moneyColumns.some((index) => /\$|usd|dollar/i.test(headingCells[index] ?? '')) ||
      preamble.some((line) => /\busd\b|dollars/i.test(line)),
    currencyColumns,
    shortKinds: new Map(
      otherColumns.flatMap((index) => {
        const kinds = detectShortKinds(listCells(index))
        return kinds ? [[index, kinds] as const] : []
      }),
    ),
    isSilent: (index) => silent.has(index),
  }
}

const isWhole = (cell: string): boolean => /^\D*[1-9]\d*$/.test(cell.trim()) && parseAmount(cell) !== undefined

function findMostCommon(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0]
}

/** A decimal comma if amounts have one, and none has a decimal point. */
function detectDecimal(cells: readonly string[]): '.' | ',' {
  const withComma = cells.some((cell) => /\d,\d\d\D*$/.test(cell) && parseAmount(cell, ',') !== undefined)
  return withComma && !cells.some((cell) => /\.\d{2,}\D*$/.test(cell)) ? ',' : '.'
}

/**
 * Returns whether the amounts are signed. Negative fees next to gross amounts imply it; negative balances do not. If a
 * bank also signs incoming amounts, an amount without a sign is no evidence.
 */
function hasSignedAmounts(
  columns: Columns,
  headings: readonly string[],
  listCells: (index: number) => readonly string[],
): boolean {
  if (columns.amount === undefined) return false
  const listSigns = (index: number) =>
    listCells(index).flatMap((cell) => (parseAmount(cell) ?? parseAmount(cell, ','))?.signs ?? [])
  const amountSigns = listSigns(columns.amount)
  if (amountSigns.includes('in')) return false
  const feeSigns = headings.flatMap((heading, index) =>
    index !== columns.amount && isOtherAmount(heading) && !isBalance(heading) ? listSigns(index) : [],
  )
  return amountSigns.includes('out') || feeSigns.includes('out')
}
