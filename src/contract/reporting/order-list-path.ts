import { adminPaths } from '#contract/admin-paths.ts'
import { addDays } from '#domain/calendar/banking-day.ts'
import { month, nextMonth } from '#domain/calendar/month.ts'

/**
 * Returns the order list behind the figures of these days or months (`YYYY-MM-DD`, `YYYY-MM`): all but canceled orders.
 */
export function orderListPath(first: string, last: string): string {
  const isMonth = last.length === 7
  const from = isMonth ? `${first}-01` : first
  const to = isMonth ? addDays(`${nextMonth(month(last))}-01`, -1) : last
  return `${adminPaths.orders}?${new URLSearchParams({ status: 'not_canceled', from, to })}`
}
