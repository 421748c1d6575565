import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { JobPayloads } from '#server/platform/jobs/jobs.ts'

export type MailPayload = JobPayloads['mail']

const BATCH_SIZE = 1_000

/** Selects jobs whose last attempt failed, in this process or in one that died before reporting it. */
export async function markUndelivered(
  trx: Transaction,
  ids: readonly string[] | 'failed',
  reason: string,
): Promise<void> {
  const condition = ids === 'failed' ? sql`state = 'failed'` : sql`id = any(${ids}::uuid[])`
  await sql`
    with gone as (
      delete from pgboss.job where name = 'mail' and ${condition} returning id, data, created_on, retry_count)
    insert into undelivered_mails (id, payload, queued_at, tries, reason)
    select id, data, created_on, retry_count + 1, ${reason} from gone
    on conflict (id) do update set tries = excluded.tries, reason = excluded.reason, failed_at = now()`.execute(trx)
}

/** Removes the oldest ones, or the named ones, from the list. */
export async function removeUndelivered(
  trx: Transaction,
  ids: readonly string[] | 'all',
  { withStaff }: { withStaff: boolean } = { withStaff: true },
): Promise<{ id: string; payload: MailPayload }[]> {
  const idCondition = ids === 'all' ? sql`true` : sql`id = any(${ids}::uuid[])`
  const condition = withStaff ? idCondition : sql`${idCondition} and not payload ?| array['staff_id', 'todo']`
  const { rows } = await sql<{ id: string; payload: MailPayload }>`
    delete from undelivered_mails where id in (
      select id from undelivered_mails where ${condition} order by queued_at, id limit ${BATCH_SIZE} for update skip locked)
    returning id, payload`.execute(trx)
  return rows
}

export type MailCounts = { queued: number; oldestSeconds: number; undelivered: number }

export async function countEmails(db: Database): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*)::int as queued,
           coalesce(extract(epoch from clock_timestamp() - min(created_on)), 0)::float8 as "oldestSeconds",
           (select count(*)::int from undelivered_mails) as undelivered
      from pgboss.job where name = 'mail' and state < 'completed'`.execute(db)
  return rows[0] ?? { queued: 0, oldestSeconds: 0, undelivered: 0 }
}

export type OrderMail = {
  id: string
  mail: string
  state: 'queued' | 'retrying' | 'sent' | 'failed'
  queuedAt: Date
  tries: number
  resends: number
}

/** Sorted oldest first. */
export async function findOrderEmails(
  db: Database,
  orderId: number,
  returnIds: readonly number[],
): Promise<OrderMail[]> {
  const returns = sql`(select json_array_elements_text(${JSON.stringify(returnIds)}))`
  // Matches the expression indexes of sent_mails; other tables have few rows.
  const isOrderMail = sql`payload ->> 'order_id' = ${String(orderId)} or payload ->> 'return_id' in ${returns}`
  const { rows } = await sql<OrderMail>`
    select id::text as id, payload ->> 'mail' as mail, state, queued_at as "queuedAt", tries, resends from (
      select id, payload, 'sent' as state, queued_at, tries, resends from sent_mails where ${isOrderMail}
      union all
      select id, data, case when state in ('failed', 'cancelled') then 'failed'
          when retry_count > 0 or state = 'retry' then 'retrying' else 'queued' end,
        created_on, retry_count + (state in ('retry', 'failed'))::int, 0
        from (select *, data as payload from pgboss.job where name = 'mail' and state <> 'completed') job where ${isOrderMail}
      union all
      select id, payload, 'failed', queued_at, tries, 0 from undelivered_mails where ${isOrderMail}) mails
     order by queued_at, id`.execute(db)
  return rows
}
