import { sql } from 'kysely'
import { type Month, month } from '#domain/month.ts'
import type { Transaction } from '../database/connect.ts'

/** The calendar month of now on the store's own clock (plan §4). */
export async function thisMonth(trx: Transaction): Promise<Month> {
  const { rows } = await sql<{ now: string }>`select month_of(now()) as now`.execute(trx)
  return month(rows[0]?.now ?? '')
}

export type MonthFacts = { closed: boolean; closedElsewhere: boolean }

/** The month's row, shared against a close until the transaction ends; made when the month has none yet. */
export async function lockMonth(trx: Transaction, value: Month): Promise<MonthFacts> {
  await trx
    .insertInto('months')
    .values({ month: value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await trx
    .selectFrom('months')
    .select(['closed_at', 'closed_elsewhere'])
    .where('month', '=', value)
    .forShare()
    .executeTakeFirstOrThrow()
  return { closed: row.closed_at !== null, closedElsewhere: row.closed_elsewhere }
}
