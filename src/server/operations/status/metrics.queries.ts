import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { DatabaseMetrics, OperationKind } from './metrics.ts'

type Row = Omit<DatabaseMetrics, 'lastBackup' | 'lastVerify' | 'lastClean' | 'queues' | 'archiving'>

/** Limit up to which rows are counted that may pile up. */
const MAX_COUNTED = 10_000

/** Reads all metrics of the database, each through an index. */
export async function findMetrics(db: Database): Promise<DatabaseMetrics> {
  const { rows } = await sql<Row>`
    select (select min(applied_at) from schema_migrations) as "openedAt",
      (select count(*)::int from undelivered_mails) as "undeliveredMails",
      (select max(sent_at) from (
        select sent_at from sent_mails order by queued_at desc, id desc limit 100) newest) as "lastMailSentAt",
      (select coalesce(extract(epoch from clock_timestamp() - min(made_at)), 0)::float8 from audit_unsealed) as "unsealedSeconds",
      (select count(*)::int from newsletters where state = 'stopped' and stopped_by = 'mail_server') as "stoppedNewsletters",
      (select count(*)::int from orders where created_at > clock_timestamp() - interval '1 hour') as "ordersLastHour",
      (select count(*)::int from payments where value_date >= (now() at time zone 'America/New_York')::date and kind = 'received') as "paymentsToday"`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a select without a table has one row')
  return {
    ...row,
    queues: await findQueues(db),
    archiving: await findArchiving(db),
    lastBackup: await findLast(db, 'backup'),
    lastVerify: await findLast(db, 'verify'),
    lastClean: await findLast(db, 'clean'),
  }
}

/** Counts due jobs by queue, with the oldest due time and the number of failed ones. */
async function findQueues(db: Database): Promise<DatabaseMetrics['queues']> {
  // The first start of a shop creates the queues; a command may run before, for example after a restore.
  const queueTable = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db)
  if (!queueTable.rows[0]?.there) return []
  const { rows } = await sql<DatabaseMetrics['queues'][number]>`
    select name as queue, count(*) filter (where state < 'active')::int as waiting,
      coalesce(extract(epoch from clock_timestamp() - min(start_after) filter (where state = 'created')), 0)::float8 as "overdueSeconds",
      coalesce(extract(epoch from clock_timestamp() - min(created_on) filter (where state < 'completed')), 0)::float8 as "ageSeconds",
      count(*) filter (where state = 'retry')::int as retried,
      count(*) filter (where state = 'failed')::int as failed
    from (select name, state, start_after, created_on from pgboss.job
           where name not like '\_\_pgboss%' and ((state < 'completed' and start_after <= clock_timestamp())
              or state = 'retry' or (state = 'failed' and completed_on > clock_timestamp() - interval '1 day'))
           limit ${MAX_COUNTED}) due
    group by name order by name`.execute(db)
  return rows
}

/** State of the WAL archive for point-in-time recovery; undefined if nothing is archived, as on the embedded engine. */
async function findArchiving(db: Database): Promise<DatabaseMetrics['archiving']> {
  const { rows } = await sql<{ mode: string; failedSince: Date | null; lastArchivedAt: Date | null }>`
    select current_setting('archive_mode') as mode, last_archived_time as "lastArchivedAt",
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as "failedSince"
    from pg_stat_archiver`.execute(db)
  const [row] = rows
  return row && row.mode !== 'off' ? { failedSince: row.failedSince, lastArchivedAt: row.lastArchivedAt } : undefined
}

async function findLast(db: Database, kind: OperationKind): Promise<DatabaseMetrics['lastBackup']> {
  const { rows } = await sql<NonNullable<DatabaseMetrics['lastBackup']>>`
    select finished_at as at, findings, note from operations where kind = ${kind} order by id desc limit 1`.execute(db)
  return rows[0]
}

export async function insertOperation(
  trx: Transaction,
  { kind, findings, note }: { kind: OperationKind; findings: number; note: string },
): Promise<void> {
  await sql`insert into operations (kind, findings, note) values (${kind}, ${findings}, ${note})`.execute(trx)
}

/** Deletes old operations except the latest of each kind. */
export async function deleteOldOperations(db: Database, before: Date): Promise<void> {
  await sql`
    delete from operations where finished_at < ${before}
      and id not in (select max(id) from operations group by kind)`.execute(db)
}

export type Alert = { check: string; says: string; advice: string }

/**
 * Replaces the alerts; checks that are not among them have recovered. Returns the number of alerts that are not emailed
 * yet.
 */
export async function replaceAlerts(trx: Transaction, broken: readonly Alert[]): Promise<number> {
  const names = broken.map(({ check }) => check)
  await sql`delete from status_alerts where check_name <> all(${names}::text[])`.execute(trx)
  const { rows } = await sql<{ is_new: boolean }>`
    insert into status_alerts (check_name, message, advice)
    select check_name, message, advice from unnest(${names}::text[], ${broken.map(({ says }) => says)}::text[],
      ${broken.map(({ advice }) => advice)}::text[]) as given (check_name, message, advice)
    on conflict (check_name) do update set message = excluded.message, advice = excluded.advice
    returning xmax = 0 as is_new`.execute(trx)
  return rows.filter(({ is_new }) => is_new).length
}

export async function findAlerts(db: Database): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    select check_name as "check", message as says, advice from status_alerts order by since, check_name`.execute(db)
  return rows
}
