import { sql } from 'kysely'
import type { Month } from '#domain/month.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

export const lockForPaying = (trx: Transaction, month: Month) =>
  trx
    .selectFrom('months')
    .select(['closed_at', 'closed_elsewhere', 'paid_at'])
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst()

export async function findUnpaidBefore(trx: Transaction, month: Month): Promise<string | undefined> {
  const row = await trx
    .selectFrom('months')
    .select('month')
    .where('month', '<', month)
    .where('closed_elsewhere', '=', false)
    .where('paid_at', 'is', null)
    .orderBy('month')
    .limit(1)
    .executeTakeFirst()
  return row?.month
}

export const sumPayable = (trx: Transaction, month: Month) =>
  trx
    .selectFrom('cards')
    .select([
      sql<number>`count(*)::int`.as('payees'),
      sql<number>`coalesce(sum(payable_cents), 0)::bigint`.as('totalCents'),
    ])
    .where('month', '=', month)
    .where('payable_cents', '>', 0)
    .executeTakeFirstOrThrow()

export async function setPaid(trx: Transaction, month: Month): Promise<void> {
  await trx.updateTable('months').set({ paid_at: sql<Date>`now()` }).where('month', '=', month).execute()
  await trx.insertInto('network_changes').values({ month }).execute()
}
