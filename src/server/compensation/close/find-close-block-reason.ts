import { compareMonths, type Month, previousMonth } from '#domain/calendar/month.ts'
import { type CloseRefusal, findCloseRefusal } from '#domain/compensation/month/month-state.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { findFirstMonth } from './close-month.queries.ts'
import { lockForClosing } from './month.queries.ts'

export type CloseBlockReason =
  | { code: CloseRefusal }
  | { code: 'before_first_month'; first: Month | undefined }
  | { code: 'being_closed' }

/** Why a month cannot be closed at an instant (docs/plan §4.2); undefined if it can. Locks its row. */
export async function findCloseBlockReason(
  trx: Transaction,
  month: Month,
  { settlingDays, now = Date.now() }: { settlingDays: number; now?: number | undefined },
): Promise<CloseBlockReason | undefined> {
  const first = await findFirstMonth(trx)
  if (!first || compareMonths(month, first) < 0) return { code: 'before_first_month', first }
  const { closed, isClosing } = await lockForClosing(trx, month)
  const previousClosed = compareMonths(month, first) === 0 || (await lockForClosing(trx, previousMonth(month))).closed
  const code = findCloseRefusal(month, now, { settlingDays, closed, previousClosed })
  if (code) return { code: code }
  return isClosing ? { code: 'being_closed' } : undefined
}
