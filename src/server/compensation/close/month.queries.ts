import { sql } from 'kysely'
import { type Month, month } from '#domain/calendar/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { isCloseRunning } from './closing-token.ts'
import { MonthLockedError } from './month-locked-error.ts'

/** The current calendar month in the store's time zone (docs/plan §4.1). */
export async function findCurrentMonth(trx: Transaction): Promise<Month> {
  const { rows } = await sql<{ now: string }>`select month_of(now()) as now`.execute(trx)
  return month(rows[0]?.now ?? '')
}

/** The months that are closed, here or elsewhere, and whether they are paid. */
export async function findEndedMonths(db: Database): Promise<{ month: Month; paid: boolean }[]> {
  const rows = await db.selectFrom('months').select(['month', 'paid_at']).where('closed_at', 'is not', null).execute()
  return rows.map(({ month: value, paid_at }) => ({ month: month(value), paid: paid_at !== null }))
}

export type LockedMonth = { closed: boolean; closedExternally: boolean }

/**
 * Locks the month's row in shared mode against a close until the transaction ends. Throws MonthLockedError while a
 * close blocks the month.
 */
export async function lockMonth(trx: Transaction, value: Month): Promise<LockedMonth> {
  const { row, isClosing } = await lockRow(trx, value, 'share')
  if (row.closing_locked && isClosing) throw new MonthLockedError(value)
  return { closed: row.closed_at !== null, closedExternally: row.closed_externally }
}

/** Locks the month's row exclusively; returns the token of a close that is still running. */
export async function lockForClosing(trx: Transaction, value: Month) {
  const { row, isClosing } = await lockRow(trx, value, 'update')
  return {
    closed: row.closed_at !== null,
    closedExternally: row.closed_externally,
    token: row.closing_token,
    isClosing,
  }
}

/** A month's row is created when it is first needed. */
async function lockRow(trx: Transaction, value: Month, lockMode: 'share' | 'update') {
  const inserted = trx
    .insertInto('months')
    .values({ month: value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const query = trx
    .selectFrom('months')
    .select([
      'closed_at',
      'closed_externally',
      'closing_token',
      'closing_locked',
      sql<number>`coalesce(extract(epoch from now() - closing_heartbeat_at)::int, 0)`.as('closing_seconds'),
    ])
    .where('month', '=', value)
  const locked = (lockMode === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirstOrThrow()
  const [, row] = await Promise.all([inserted, locked])
  return { row, isClosing: isCloseRunning(row.closing_token, row.closing_seconds) }
}
