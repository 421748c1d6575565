import { compareMonths, type Month, monthOf, parseMonth } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findFirstMonth } from '../close/close-month.queries.ts'

/** The requested month, by default the current one; undefined for one that has not begun. */
export function parseRequestedMonth(text: string | undefined, now: number): Month | undefined {
  const current = monthOf(now)
  const requested = text === undefined ? current : parseMonth(text)
  return requested && compareMonths(requested, current) <= 0 ? requested : undefined
}

/** The first month with members or orders; the current one if there is none. */
export const findFirstShownMonth = async (db: Database): Promise<Month> =>
  (await findFirstMonth(db)) ?? monthOf(Date.now())
