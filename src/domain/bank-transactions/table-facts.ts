import type { CsvLine } from './bank-table.ts'
import { foreignInHeading, foreignInPreamble, isCurrencyCode } from './currency.ts'
import { type Direction, shortKindsOf } from './direction.ts'
import { type Columns, isBalance, isOfAccount, isOriginal, isOtherMoney, plain } from './headings.ts'
import { parseAmount } from './read-amount.ts'
import { type DayOrder, dayOrderOf } from './read-date.ts'

/** Properties of a whole table that affect every row. */
export type TableFacts = {
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
  whole: boolean
  /** Whether the amount column has signs, so that an amount without one is incoming. */
  isSigned: boolean
  /** The currency of the whole table, unless it is the dollar. */
  foreign: string | undefined
  /** Whether some column, heading or cell names the dollar. */
  isInDollars: boolean
  currencyColumns: readonly number[]
  shortKinds: ReadonlyMap<number, (cell: string) => Direction | undefined>
  /** Columns whose text is no evidence for a payment: accounts, cards, amounts. */
  isSilent: (at: number) => boolean
}

/** The most rows inspected to decide what a column contains. */
const LOOKED_AT = 2_000
const LONGEST_CELL = 60

export function tableFactsOf(
  lines: readonly CsvLine[],
  { columns, headingAt, ignored }: { columns: Columns; headingAt: number; ignored: readonly number[] },
  today: string,
): TableFacts {
  const headingCells = headingAt < 0 ? [] : (lines[headingAt]?.cells ?? [])
  const rows = lines
    .slice(headingAt + 1, headingAt + 1 + LOOKED_AT)
    .filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const headings = headingCells.map(plain)
  const usualWidth = usualOf(rows.map(({ cells }) => cells.length)) ?? headingCells.length
  const moneyColumns = [columns.amount, columns.credit, columns.debit].filter((at) => at !== undefined)
  const cellsOf = (at: number) =>
    rows.map(({ cells }) => (cells[at] ?? '').trim().slice(0, LONGEST_CELL)).filter((cell) => cell !== '')
  const width = headingCells.length || usualWidth
  const all = [...new Array(Math.min(width, 60)).keys()]
  const free = all.filter((at) => !moneyColumns.includes(at) && at !== columns.date)
  const money = moneyColumns.flatMap(cellsOf)
  const preamble = lines.slice(0, Math.max(0, headingAt)).map(({ cells }) => cells.join(' '))
  const currencyColumns = free.filter((at) => {
    if (at === columns.currency) return true
    const cells = cellsOf(at)
    return cells.length > 0 && !isOriginal(headings[at] ?? '') && cells.every(isCurrencyCode)
  })
  const silent = new Set(
    all.filter((at) => at === columns.date || moneyColumns.includes(at) || isOfAccount(headings[at] ?? '')),
  )
  for (const at of [...currencyColumns, ...ignored]) silent.add(at)
  return {
    columns,
    today,
    headings,
    filledHeadings: headings.filter((heading) => heading !== '').length,
    width,
    usualWidth,
    dayOrder: dayOrderOf(columns.date === undefined ? [] : cellsOf(columns.date)),
    decimal: decimalOf(money),
    whole: rows.some(({ cells }) =>
      moneyColumns.some((at) => isWhole(cells[at] ?? '') && !/^\s*\d{3}(?:\.\d\d)?\D*$/.test(cells[at + 1] ?? '')),
    ),
    isSigned: isSignedIn(columns, headings, cellsOf),
    foreign:
      preamble.map(foreignInPreamble).find((code) => code !== undefined) ??
      moneyColumns.map((at) => foreignInHeading(headingCells[at] ?? '')).find((code) => code !== undefined),
    isInDollars:
      currencyColumns.length > 0 ||
      money.some((cell) => /\$|usd/i.test(cell)) ||
      moneyColumns.some((at) => /\$|usd|dollar/i.test(headingCells[at] ?? '')) ||
      preamble.some((line) => /\busd\b|dollars/i.test(line)),
    currencyColumns,
    shortKinds: new Map(
      free.flatMap((at) => {
        const kinds = shortKindsOf(cellsOf(at))
        return kinds ? [[at, kinds] as const] : []
      }),
    ),
    isSilent: (at) => silent.has(at),
  }
}

const isWhole = (cell: string): boolean => /^\D*[1-9]\d*$/.test(cell.trim()) && parseAmount(cell) !== undefined

function usualOf(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0])[0]?.[0]
}

/** A decimal comma if amounts have one, and none has a decimal point. */
function decimalOf(cells: readonly string[]): '.' | ',' {
  const withComma = cells.some((cell) => /\d,\d\d\D*$/.test(cell) && parseAmount(cell, ',') !== undefined)
  return withComma && !cells.some((cell) => /\.\d{2,}\D*$/.test(cell)) ? ',' : '.'
}

/**
 * Returns whether the amounts are signed. Negative fees next to gross amounts imply it; negative balances do not. If a
 * bank also signs incoming amounts, an amount without a sign is no evidence.
 */
function isSignedIn(
  columns: Columns,
  headings: readonly string[],
  cellsOf: (at: number) => readonly string[],
): boolean {
  if (columns.amount === undefined) return false
  const signs = (at: number) =>
    cellsOf(at).flatMap((cell) => (parseAmount(cell) ?? parseAmount(cell, ','))?.signs ?? [])
  const own = signs(columns.amount)
  if (own.includes('in')) return false
  const others = headings.flatMap((heading, at) =>
    at !== columns.amount && isOtherMoney(heading) && !isBalance(heading) ? signs(at) : [],
  )
  return own.includes('out') || others.includes('out')
}
