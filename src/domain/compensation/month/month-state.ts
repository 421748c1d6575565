import { daysAfterEnd, firstInstant, type Month, nextMonth } from '#domain/calendar/month.ts'

/**
 * open → settling → closed → paid, one way only (docs/plan §4.2). Figures are provisional until the month is closed.
 */
export type MonthState = 'open' | 'settling' | 'closed' | 'paid'

/**
 * A month's state at an instant (milliseconds since 1970 UTC), given the actions of staff. Undefined for a month that
 * has not begun. Staff close and pay; time alone advances it only to `settling`.
 */
export function getMonthState(
  value: Month,
  now: number,
  progress: { closed: boolean; paid: boolean } = { closed: false, paid: false },
): MonthState | undefined {
  if (progress.paid) return 'paid'
  if (progress.closed) return 'closed'
  if (now < firstInstant(value)) return undefined
  return now < firstInstant(nextMonth(value)) ? 'open' : 'settling'
}

export type CloseRefusal = 'month_not_over' | 'still_settling' | 'month_already_closed' | 'earlier_month_open'

/**
 * Why a month cannot be closed; undefined if it can. Months are closed strictly in order, once, and not before the
 * settling days (of the store's calendar) after their end are over (docs/plan §4.2).
 */
export function findCloseRefusal(
  value: Month,
  now: number,
  context: { settlingDays: number; closed: boolean; previousClosed: boolean },
): CloseRefusal | undefined {
  const end = firstInstant(nextMonth(value))
  if (context.closed) return 'month_already_closed'
  if (now < end) return 'month_not_over'
  if (now < daysAfterEnd(value, context.settlingDays)) return 'still_settling'
  return context.previousClosed ? undefined : 'earlier_month_open'
}
