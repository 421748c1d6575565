import { SALES_YEARS_BACK } from '#contract/sales.ts'
import { type MonthState, monthState } from '#domain/compensation/month/month-state.ts'
import { type Plan, planFor } from '#domain/compensation/plan/plan.ts'
import { firstInstant, type Month, monthOf, nextMonth, parseMonth } from '#domain/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { readPlans } from '../plan/plans.ts'
import { findMonthRows } from './sales.queries.ts'

export type AskedMonth = { year?: string | undefined; month?: string | undefined }

/** A month of the Sales page: where its figures come from, and whether they may still change. */
export type SalesMonth = {
  month: Month
  state: MonthState
  /**
   * `frozen`: cards of the close; `live`: the month in memory; `elsewhere`: closed in an older system, no figures here.
   */
  figures: 'frozen' | 'live' | 'elsewhere'
  /** Of a closed month the one it was closed with. */
  plan: Plan
}

/** What is known of the current month before anything is read. */
export type LiveMonth = { month: Month; figures: 'live' }

/** The years that the filter offers, the current one first. */
export const yearsOf = (now: number): string[] =>
  Array.from({ length: SALES_YEARS_BACK + 1 }, (_, back) => String(Number(monthOf(now).slice(0, 4)) - back))

/** The month asked for, or the current one. Refuses, by the field, one alone of year and month, and what is not offered. */
export function askedMonth({ year, month: nth }: AskedMonth, now: number): Result<{ month: Month }, keyof AskedMonth> {
  if (year === undefined && nth === undefined) return { ok: true, month: monthOf(now) }
  const value = year !== undefined && yearsOf(now).includes(year) ? parseMonth(`${year}-${nth}`) : undefined
  if (value !== undefined && firstInstant(value) <= now) return { ok: true, month: value }
  return refuse(year === undefined || !yearsOf(now).includes(year) ? 'year' : 'month')
}

/**
 * What is known of some months that have begun, in the order they were named. The current one is always open
 * (docs/plan §4.2), so that the call made most often does not ask for it.
 */
export async function findSalesMonths(db: Database, months: readonly Month[], now: number): Promise<SalesMonth[]> {
  const over = months.filter((value) => value !== monthOf(now))
  const [found, plans] = await Promise.all([findMonthRows(db, over), readPlans(db)])
  const rows = new Map(found.map((row) => [row.month, row]))
  return months.map((value) => {
    const row = rows.get(value)
    const closed = row !== undefined && row.closed_at !== null
    const state = monthState(value, now, { closed, paid: row !== undefined && row.paid_at !== null })
    if (!state) throw new RangeError(`${value} has not begun`)
    const figures = row?.closed_elsewhere ? 'elsewhere' : closed ? 'frozen' : 'live'
    return { month: value, state, figures, plan: planOf(plans, value, row?.plan_version) }
  })
}

function planOf(plans: readonly Plan[], value: Month, version: number | null | undefined): Plan {
  if (version === null || version === undefined) return planFor(plans, value)
  const plan = plans.find((known) => known.version === version)
  if (!plan) throw new Error(`plan ${version} is missing`)
  return plan
}

export async function findSalesMonth(db: Database, asked: Month, now: number): Promise<SalesMonth> {
  const [found] = await findSalesMonths(db, [asked], now)
  if (!found) throw new Error('a month was asked for and not read')
  return found
}

/** Whether somebody enrolled at an instant is in a month's tree. */
export const isEnrolledBy = (value: Month, enrolledAt: Date): boolean =>
  enrolledAt.getTime() < firstInstant(nextMonth(value))
