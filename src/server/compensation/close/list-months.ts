import { daysAfterEnd, type Month, monthOf, monthsFrom, shopDayOf } from '#domain/calendar/month.ts'
import { getMonthState, type MonthState } from '#domain/compensation/month/month-state.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findFirstMonth } from './close-month.queries.ts'
import { findEndedMonths } from './month.queries.ts'

export type MonthSummary = {
  month: Month
  state: MonthState
  /** The first day on which it may be closed, `YYYY-MM-DD` in the shop's time zone. */
  closable_on: string
  to_close: boolean
}

/** Every month from the first with members or orders to the current one, latest first. */
export async function listMonths(db: Database, at: Date, settlingDays: number): Promise<MonthSummary[]> {
  const now = at.getTime()
  const [first, ended] = await Promise.all([findFirstMonth(db), findEndedMonths(db)])
  const endedByMonth = new Map(ended.map(({ month, paid }) => [month, { closed: true, paid }]))
  const months = first ? monthsFrom(first, monthOf(now)).reverse() : []
  return months.map((month) => {
    const closableAt = daysAfterEnd(month, settlingDays)
    const state = getMonthState(month, now, endedByMonth.get(month)) ?? 'open'
    return {
      month,
      state,
      closable_on: shopDayOf(closableAt),
      to_close: state === 'settling' && closableAt <= now,
    }
  })
}

/** The months that are ready to be closed. */
export const listMonthsToClose = async (db: Database, at: Date, settlingDays: number): Promise<MonthSummary[]> =>
  (await listMonths(db, at, settlingDays)).filter(({ to_close }) => to_close)
