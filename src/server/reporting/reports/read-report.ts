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
type OfMonth<Sums> = { month: string; part?: ReportPart; sums: Sums }
/** Maps sums to the columns; shares are relative to the sum `whole`. */
type Reader<Sums> = {
  none: Sums
  find: (db: Database, span: Span) => Promise<OfMonth<Sums>[]>
  figures: (sums: Sums, whole: Sums) => Record<string, number | null>
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
  none: NO_SALES,
  find: async (db, span) => (await findSales(db, span)).map(({ month, ...sums }) => ({ month, sums })),
  figures: calculateSalesFigures,
}
const tax: Reader<TaxSums> = {
  none: { orders: 0, baseCents: 0, taxCents: 0, creditedCents: 0 },
  find: async (db, span) =>
    (await findTaxes(db, span)).map(({ month, state, milliPercent, ...sums }) => ({
      month,
      part: { state: state || NONE, rate: milliPercent === null ? NONE : String(milliPercent / 1000) },
      sums,
    })),
  figures: calculateTaxFigures,
}
const payments: Reader<PaymentSums> = {
  none: { receivedCents: 0, refundedCents: 0 },
  find: async (db, span) =>
    (await findPayments(db, span)).map(({ month, method, ...sums }) => ({ month, part: { method }, sums })),
  figures: calculatePaymentFigures,
}
const volume: Reader<VolumeSums> = {
  none: { orders: 0, cvCents: 0, pv: 0, returnedCvCents: 0, returnedPv: 0 },
  find: async (db, span) =>
    (await findVolume(db, span)).map(({ month, kind, ...sums }) => ({ month, part: { kind }, sums })),
  figures: calculateVolumeFigures,
}
const plan: Reader<PlanSums> = {
  none: { beforeTaxCents: 0, closedBeforeTaxCents: 0, volumeCents: null, salesBonusCents: null, levelBonusCents: null },
  async find(db, span) {
    const [sold, closed] = await Promise.all([findSales(db, span), findClosedMonths(db, span)])
    const closedMonths = new Set(closed.map(({ month }) => month))
    return [
      ...sold.map(({ month, ...sums }) => {
        const beforeTaxCents = calculateSalesFigures(sums).before_tax ?? 0
        const closedBeforeTaxCents = closedMonths.has(month) ? beforeTaxCents : 0
        return { month, sums: { ...plan.none, beforeTaxCents, closedBeforeTaxCents } }
      }),
      ...closed.map(({ month, ...sums }) => ({ month, sums: { ...plan.none, ...sums } })),
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
      return read(db, report, span, sales)
    case 'tax':
      return read(db, report, span, tax)
    case 'payments':
      return read(db, report, span, payments)
    case 'volume':
      return read(db, report, span, volume)
    case 'plan':
      return read(db, report, span, plan)
  }
}

async function read<Sums extends Record<string, number | null>>(
  db: Database,
  report: Report,
  { from, to }: Span,
  { none, find, figures }: Reader<Sums>,
): Promise<ReadReport> {
  const first = yearBefore(from)
  const found = await find(db, { from: first, to })
  const byMonth = Map.groupBy(found, ({ month }) => month)
  const row = (sums: Sums, whole: Sums): FigureRow => {
    const values = figures(sums, whole)
    return reportColumns[report].map((column) => values[column] ?? null)
  }
  const sumOf = (of: readonly OfMonth<Sums>[]): Sums =>
    addSums(
      none,
      of.map(({ sums }) => sums),
    )
  /** Adds up rows by part, in the order in which they were found. */
  const total = (of: readonly OfMonth<Sums>[]): { sum: FigureRow; rows: PartRow[] } => {
    const whole = sumOf(of)
    const byPart = Map.groupBy(of, ({ part }) => JSON.stringify(part))
    const rows = [...byPart.values()].flatMap((same) => {
      const part = same[0]?.part
      return part ? [{ part, values: row(sumOf(same), whole) }] : []
    })
    return { sum: row(whole, whole), rows }
  }
  return {
    ...total(found.filter(({ month }) => compareMonths(month as Month, from) >= 0)),
    months: monthsFrom(from, to)
      .reverse()
      .map((month) => ({
        month,
        ...total(byMonth.get(month) ?? []),
        before: total(byMonth.get(yearBefore(month)) ?? []).sum,
      })),
  }
}

function yearBefore(value: Month): Month {
  let month = value
  for (let n = 0; n < 12; n++) month = previousMonth(month)
  return month
}
