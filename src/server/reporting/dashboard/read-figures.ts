import { addDays } from '#domain/calendar/banking-day.ts'
import { type Month, month, monthsFrom, previousMonth, shopDayOf } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type DayFigures, findFiguresFrom } from './figures.queries.ts'

export type Figures = Omit<DayFigures, 'day'>
export type FiguresAt = { at: string } & Figures
/** Points of a period and of the previous one; both pairs share an index. */
export type FiguresSeries = { points: FiguresAt[]; before: FiguresAt[]; sum: Figures; sumBefore: Figures }

const DAYS = 30
const MONTHS = 12
const NO_FIGURES: Figures = { orders: 0, totalCents: 0, pv: 0, members: 0 }

/** Returns figures for the last 30 days and 12 months of the shop's calendar, including days without activity. */
export async function readFigures(db: Database, at: Date): Promise<{ days: FiguresSeries; months: FiguresSeries }> {
  const today = shopDayOf(at.getTime())
  const months = listLastMonths(month(today.slice(0, 7)), 2 * MONTHS)
  const days = Array.from({ length: 2 * DAYS }, (_, n) => addDays(today, n + 1 - 2 * DAYS))
  const rows = await findFiguresFrom(db, `${months[0]}-01`)
  return {
    days: buildSeries(
      days,
      groupByTime(rows, ({ day }) => day),
    ),
    months: buildSeries(
      months,
      groupByTime(rows, ({ day }) => day.slice(0, 7)),
    ),
  }
}

function listLastMonths(last: Month, count: number): Month[] {
  let first = last
  for (let n = 1; n < count; n++) first = previousMonth(first)
  return monthsFrom(first, last)
}

function groupByTime(rows: readonly DayFigures[], getTime: (row: DayFigures) => string): Map<string, Figures> {
  const sums = new Map<string, Figures>()
  for (const row of rows) sums.set(getTime(row), addFigures(sums.get(getTime(row)) ?? NO_FIGURES, row))
  return sums
}

function buildSeries(times: readonly string[], figures: ReadonlyMap<string, Figures>): FiguresSeries {
  const allPoints = times.map((at) => ({ at, ...(figures.get(at) ?? NO_FIGURES) }))
  const points = allPoints.slice(allPoints.length / 2)
  const previousPoints = allPoints.slice(0, allPoints.length / 2)
  return {
    points,
    before: previousPoints,
    sum: points.reduce(addFigures, NO_FIGURES),
    sumBefore: previousPoints.reduce(addFigures, NO_FIGURES),
  }
}

const addFigures = (a: Figures, b: Figures): Figures => ({
  orders: a.orders + b.orders,
  totalCents: a.totalCents + b.totalCents,
  pv: a.pv + b.pv,
  members: a.members + b.members,
})
