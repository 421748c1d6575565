import {
  listColumns,
  type ReportPart,
  type ReportUnit,
  type RowList,
  rowLists,
} from '#contract/reporting/report-labels.ts'
import type { ReportRow } from '#contract/reporting/reports.ts'
import { firstInstant, nextMonth } from '#domain/calendar/month.ts'
import { cents, formatPlainDollars, toDollars } from '#domain/money/money.ts'
import type { Report } from '#domain/reporting/report-figures.ts'
import { csvCell } from '#server/platform/csv/write-csv.ts'
import type { ListedRow } from './list-report-rows.ts'
import type { FigureRow, PartRow, ReadReport } from './read-report.ts'
import type { FoundRow } from './report-rows.queries.ts'

/** Converts cents to dollars and hundredths of a percent to percent. */
const presentValue = (unit: ReportUnit, value: number | null): number | null =>
  value === null || unit === 'whole' ? value : unit === 'money' ? toDollars(cents(value)) : value / 100

export function presentReport(report: Report, { sum, rows, months }: ReadReport, at: Date) {
  const units = listColumns(report).map(({ words }) => words.unit)
  const presentRow = (values: FigureRow) =>
    values.map((value, index) => presentValue(units[index] as ReportUnit, value))
  const presentParts = (partRows: readonly PartRow[]) =>
    partRows.map(({ part, values }) => ({ part: { ...part }, values: presentRow(values) }))
  return {
    sum: presentRow(sum),
    rows: presentParts(rows),
    months: months.map(({ month, sum, before, rows }) => ({
      month,
      is_over: firstInstant(nextMonth(month)) <= at.getTime(),
      sum: presentRow(sum),
      before: presentRow(before),
      rows: presentParts(rows),
    })),
  }
}

const isPoints = (list: RowList, amount: string): boolean => list === 'volume' && amount === 'pv'

export const presentReportRow = (
  list: RowList,
  { member_id: _, member_no: _number, amounts, ...presentRow }: ListedRow,
): ReportRow => ({
  ...presentRow,
  amounts: amounts.map((amount, index) =>
    isPoints(list, rowLists[list][index] ?? '') ? amount : toDollars(cents(amount)),
  ),
})

/** Columns that identify a line of a file. */
const PART_COLUMNS = {
  sales: [],
  tax: ['state', 'rate'],
  payments: ['method'],
  volume: ['kind'],
  plan: [],
  cards: [],
} as const satisfies Record<Report | RowList, readonly string[]>

const toPartCells = (list: Report | RowList, part: ReportPart): string[] =>
  PART_COLUMNS[list].map((key) => part[key] ?? '')

/** Yields the table of a report as lines of a file, the latest month first. */
export function* formatReportLines(report: Report, { months }: ReadReport): Generator<string> {
  const columns = listColumns(report)
  const toCell = (unit: ReportUnit, value: number | null): string =>
    value === null ? '' : unit === 'whole' ? String(value) : formatPlainDollars(cents(value))
  const toLine = (cells: string[]): string => `${cells.join(',')}\n`
  yield toLine(['month', ...PART_COLUMNS[report], ...columns.map(({ key }) => key)])
  for (const { month, sum, rows } of months) {
    const listed = PART_COLUMNS[report].length === 0 ? [{ part: {}, values: sum }] : rows
    for (const { part, values } of listed) {
      const figures = columns.map(({ words }, index) => toCell(words.unit, values[index] ?? null))
      yield toLine([month, ...toPartCells(report, part), ...figures])
    }
  }
}

export const buildRowsHeading = (list: RowList): string =>
  `${['row_kind', 'date', 'order', 'number', 'member', ...PART_COLUMNS[list], ...rowLists[list]].join(',')}\n`

export const formatRowLine = (
  list: RowList,
  { row_kind, date, order_id, number, member_no, part, amounts }: FoundRow,
): string => {
  const figures = amounts.map((amount, index) =>
    isPoints(list, rowLists[list][index] ?? '') ? String(amount) : formatPlainDollars(cents(amount)),
  )
  const references = [order_id, number, member_no].map((value) => csvCell(String(value ?? '')))
  return `${[row_kind, date, ...references, ...toPartCells(list, part), ...figures].join(',')}\n`
}
