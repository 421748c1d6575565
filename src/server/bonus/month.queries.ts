import { sql } from 'kysely'
import { type Month, month } from '#domain/month.ts'
import type { Transaction } from '../database/connect.ts'
import { isAtWork, MonthHeld } from './closing.ts'

/** The calendar month of now on the store's own clock (plan §4). */
export async function thisMonth(trx: Transaction): Promise<Month> {
  const { rows } = await sql<{ now: string }>`select month_of(now()) as now`.execute(trx)
  return month(rows[0]?.now ?? '')
}

export type MonthFacts = { closed: boolean; closedElsewhere: boolean }

/** A month's row is made when somebody first asks for it. */
const insertMonth = (trx: Transaction, value: Month) =>
  trx
    .insertInto('months')
    .values({ month: value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const columns = [
  'closed_at',
  'closed_elsewhere',
  'closing_token',
  'closing_held',
  sql<number>`coalesce(extract(epoch from now() - closing_seen_at)::int, 0)`.as('closing_seconds'),
] as const

/** The month's row, shared against a close until the transaction ends. Throws MonthHeld while a close holds the month. */
export async function lockMonth(trx: Transaction, value: Month): Promise<MonthFacts> {
  await insertMonth(trx, value)
  const row = await trx
    .selectFrom('months')
    .select(columns)
    .where('month', '=', value)
    .forShare()
    .executeTakeFirstOrThrow()
  if (row.closing_held && isAtWork(row.closing_token, row.closing_seconds)) throw new MonthHeld(value)
  return { closed: row.closed_at !== null, closedElsewhere: row.closed_elsewhere }
}

/** The month's row, held against everybody else; says who is closing it, when that close is still at work. */
export async function lockForClosing(trx: Transaction, value: Month) {
  await insertMonth(trx, value)
  const row = await trx
    .selectFrom('months')
    .select(columns)
    .where('month', '=', value)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const atWork = isAtWork(row.closing_token, row.closing_seconds)
  return { closed: row.closed_at !== null, token: row.closing_token, atWork }
}
