import { SALES_YEARS_BACK } from '#contract/compensation/sales.ts'
import { firstInstant, type Month, monthOf, nextMonth, parseMonth } from '#domain/calendar/month.ts'
import { getMonthState, type MonthState } from '#domain/compensation/month/month-state.ts'
import { getPlan, type Plan } from '#domain/compensation/plan/plan.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { readPlans } from '../plan/plans.ts'
import { findMonthRows } from './sales.queries.ts'

export type MonthQuery = { year?: string | undefined; month?: string | undefined }

/** A month of the Sales page: the source of its figures, and whether they may still change. */
export type SalesMonth = {
  month: Month
  state: MonthState
  /** `frozen`: cards of the close; `live`: the live month; `elsewhere`: closed in an older system, no figures here. */
  figures: 'frozen' | 'live' | 'closed_externally'
  /** For a closed month, the plan that it was closed with. */
  plan: Plan
}

/** The properties of the current month that are known without a query. */
export type LiveMonth = { month: Month; figures: 'live' }

/** The years in the filter, the current one first. */
export const listYears = (now: number): string[] =>
  Array.from({ length: SALES_YEARS_BACK + 1 }, (_, offset) => String(Number(monthOf(now).slice(0, 4)) - offset))

/**
 * The requested month, or the current one. Refuses, by field, a year or a month alone, and values that are not offered.
 */
export function parseMonthQuery(
  { year, month: monthText }: MonthQuery,
  now: number,
): Result<{ month: Month }, { code: 'not_offered'; field: keyof MonthQuery }> {
  if (year === undefined && monthText === undefined) return { ok: true, month: monthOf(now) }
  const value = year !== undefined && listYears(now).includes(year) ? parseMonth(`${year}-${monthText}`) : undefined
  if (value !== undefined && firstInstant(value) <= now) return { ok: true, month: value }
  return refuse({ code: 'not_offered', field: year === undefined || !listYears(now).includes(year) ? 'year' : 'month' })
}

/**
 * Properties of some months that have begun, in the given order. The current one is always open (docs/plan §4.2), so
 * the most frequent call needs no query for it.
 */
export async function findSalesMonths(db: Database, months: readonly Month[], now: number): Promise<SalesMonth[]> {
  const pastMonths = months.filter((value) => value !== monthOf(now))
  const [fetched, plans] = await Promise.all([findMonthRows(db, pastMonths), readPlans(db)])
  const rows = new Map(fetched.map((row) => [row.month, row]))
  return months.map((value) => {
    const row = rows.get(value)
    const closed = row !== undefined && row.closed_at !== null
    const state = getMonthState(value, now, { closed, paid: row !== undefined && row.paid_at !== null })
    if (!state) throw new RangeError(`${value} has not begun`)
    const figures = row?.closed_externally ? 'closed_externally' : closed ? 'frozen' : 'live'
    return { month: value, state, figures, plan: findMonthPlan(plans, value, row?.plan_version) }
  })
}

function findMonthPlan(plans: readonly Plan[], value: Month, version: number | null | undefined): Plan {
  if (version === null || version === undefined) return getPlan(plans, value)
  const plan = plans.find((candidate) => candidate.version === version)
  if (!plan) throw new Error(`plan ${version} does not exist`)
  return plan
}

export async function findSalesMonth(db: Database, month: Month, now: number): Promise<SalesMonth> {
  const [fetched] = await findSalesMonths(db, [month], now)
  if (!fetched) throw new Error('a requested month was not read')
  return fetched
}

/** Returns whether a member enrolled at an instant is in a month's tree. */
export const isEnrolledBy = (value: Month, enrolledAt: Date): boolean =>
  enrolledAt.getTime() < firstInstant(nextMonth(value))
