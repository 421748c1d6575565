import { compareMonths, type Month, monthOf, monthsFrom, previousMonth } from '#domain/calendar/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findFirstMonth, setClosedExternally } from './close-month.queries.ts'
import { lockForClosing } from './month.queries.ts'

export type SkipRefusal = { code: 'not_started' } | { code: 'being_closed' | 'closed_in_this_system'; month: Month }

/**
 * Marks every open month before `firstOpenMonth` as closed in an older system (docs/product §11.8): their orders keep
 * counting as points, but have no cards and no lines here, and later returns are booked without any. Months after one
 * that was closed in this system cannot be skipped: balances and titles are carried from each month's cards to the next
 * one's.
 */
export async function skipMonths(
  trx: Transaction,
  firstOpenMonth: Month,
  now: number,
): Promise<Result<{ months: Month[] }, SkipRefusal>> {
  if (compareMonths(firstOpenMonth, monthOf(now)) > 0) return refuse({ code: 'not_started' })
  const first = await findFirstMonth(trx)
  const months: Month[] = []
  let closedInThisSystem: Month | undefined
  for (const month of first ? monthsFrom(first, previousMonth(firstOpenMonth)) : []) {
    const { closed, closedExternally, isClosing } = await lockForClosing(trx, month)
    if (closed && !closedExternally) closedInThisSystem = month
    if (closed) continue
    if (closedInThisSystem) return refuse({ code: 'closed_in_this_system', month: closedInThisSystem })
    if (isClosing) return refuse({ code: 'being_closed', month })
    await setClosedExternally(trx, month)
    months.push(month)
  }
  return { ok: true, months }
}
