import { NONE, type ReportPart } from '#contract/reporting/report-labels.ts'
import { compareMonths, type Month, monthsFrom, previousMonth } from '#domain/calendar/month.ts'
import {
  addSums,
  calculatePaymentFigures,
  calculatePlanFigures,
  calculateSalesFigures,
  calculateTaxFigures,
  calculateVolumeFigures,
  type PaymentSums,
  type PlanSums,
  type Report,
  reportColumns,
  type SalesSums,
  type TaxSums,
  type VolumeSums,
} from '#domain/reporting/report-figures.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findClosedMonths, findPayments, findSales, findTaxes, findVolume } from './report.queries.ts'

/** In the order of the report's columns: cents, whole numbers or hundredths of a percent. */
export type FigureRow = (number | null)[]
export type PartRow = { part: ReportPart; values: FigureRow }
export type ReportMonth = { month: Month; sum: FigureRow; before: FigureRow; rows: PartRow[] }
export type ReadReport = { sum: FigureRow; rows: PartRow[]; months: ReportMonth[] }

type Span = { from: Month; to: Month }
type MonthSums<Sums> = { month: string; part?: ReportPart; sums: Sums }
/** Maps sums to the columns; shares are relative to the sum `whole`. */
type Reader<Sums> = {
  zero: Sums
  find: (db: Database, span: Span) => Promise<MonthSums<Sums>[]>
  figures: (sums: Sums, wholeSums: Sums) => Record<string, number | null>
}

const NO_SALES: SalesSums = {
  orders: 0,
  goodsCents: 0,
  discountCents: 0,
  shippingCents: 0,
  insuranceCents: 0,
  taxCents: 0,
  totalCents: 0,
  creditedCents: 0,
  creditedTaxCents: 0,
}
const sales: Reader<SalesSums> = {
  zero: NO_SALES,
  find: async (db, span) => (await findSales(db, span)).map(({ month, ...sums }) => ({ month, sums })),
  figures: calculateSalesFigures,
}
const tax: Reader<TaxSums> = {
  zero: { orders: 0, baseCents: 0, taxCents: 0, creditedCents: 0 },
  find: async (db, span) =>
    (await findTaxes(db, span)).map(({ month, state, milliPercent, ...sums }) => ({
      month,
      part: { state: state || NONE, rate: milliPercent === null ? NONE : String(milliPercent / 1000) },
      sums,
    })),
  figures: calculateTaxFigures,
}
const payments: Reader<PaymentSums> = {
  zero: { receivedCents: 0, refundedCents: 0 },
  find: async (db, span) =>
    (await findPayments(db, span)).map(({ month, method, ...sums }) => ({ month, part: { method }, sums })),
  figures: calculatePaymentFigures,
}
const volume: Reader<VolumeSums> = {
  zero: { orders: 0, cvCents: 0, pv: 0, returnedCvCents: 0, returnedPv: 0 },
  find: async (db, span) =>
    (await findVolume(db, span)).map(({ month, kind, ...sums }) => ({ month, part: { kind }, sums })),
  figures: calculateVolumeFigures,
}
const plan: Reader<PlanSums> = {
  zero: { beforeTaxCents: 0, closedBeforeTaxCents: 0, volumeCents: null, salesBonusCents: null, levelBonusCents: null },
  async find(db, span) {
    const [sold, closed] = await Promise.all([findSales(db, span), findClosedMonths(db, span)])
    const closedMonths = new Set(closed.map(({ month }) => month))
    return [
      ...sold.map(({ month, ...sums }) => {
        const beforeTaxCents = calculateSalesFigures(sums).before_tax ?? 0
        const closedBeforeTaxCents = closedMonths.has(month) ? beforeTaxCents : 0
        return { month, sums: { ...plan.zero, beforeTaxCents, closedBeforeTaxCents } }
      }),
      ...closed.map(({ month, ...sums }) => ({ month, sums: { ...plan.zero, ...sums } })),
    ]
  },
  figures: calculatePlanFigures,
}

/**
 * Reads a report of these months, the latest first, including empty ones, each with the same month a year earlier
 * (docs/back-office §7). It reads the monthly figures, never orders.
 */
export function readReport(db: Database, report: Report, span: Span): Promise<ReadReport> {
  switch (report) {
    case 'sales':
      return readMonths(db, report, span, sales)
    case 'tax':
      return readMonths(db, report, span, tax)
    case 'payments':
      return readMonths(db, report, span, payments)
    case 'volume':
      return readMonths(db, report, span, volume)
    case 'plan':
      return readMonths(db, report, span, plan)
  }
}

async function readMonths<Sums extends Record<string, number | null>>(
  db: Database,
  report: Report,
  { from, to }: Span,
  { zero, find, figures }: Reader<Sums>,
): Promise<ReadReport> {
  const firstMonth = subtractYear(from)
  const monthSums = await find(db, { from: firstMonth, to })
  const sumsByMonth = Map.groupBy(monthSums, ({ month }) => month)
  const toFigureRow = (sums: Sums, wholeSums: Sums): FigureRow => {
    const values = figures(sums, wholeSums)
    return reportColumns[report].map((column) => values[column] ?? null)
  }
  const addUp = (entries: readonly MonthSums<Sums>[]): Sums =>
    addSums(
      zero,
      entries.map(({ sums }) => sums),
    )
  /** Adds up rows by part, in the order in which they were found. */
  const summarize = (entries: readonly MonthSums<Sums>[]): { sum: FigureRow; rows: PartRow[] } => {
    const wholeSums = addUp(entries)
    const entriesByPart = Map.groupBy(entries, ({ part }) => JSON.stringify(part))
    const rows = [...entriesByPart.values()].flatMap((partEntries) => {
      const part = partEntries[0]?.part
      return part ? [{ part, values: toFigureRow(addUp(partEntries), wholeSums) }] : []
    })
    return { sum: toFigureRow(wholeSums, wholeSums), rows }
  }
  return {
    ...summarize(monthSums.filter(({ month }) => compareMonths(month as Month, from) >= 0)),
    months: monthsFrom(from, to)
      .reverse()
      .map((month) => ({
        month,
        ...summarize(sumsByMonth.get(month) ?? []),
        before: summarize(sumsByMonth.get(subtractYear(month)) ?? []).sum,
      })),
  }
}

function subtractYear(value: Month): Month {
  let month = value
  for (let n = 0; n < 12; n++) month = previousMonth(month)
  return month
}
