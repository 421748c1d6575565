import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/**
 * Tables that an emptied demo shop keeps: rates and rules of the first migration, the owner's account, the audit log,
 * and how the shop is run. Numbers go on, so that no entry of the audit log is about another order than before.
 */
const keptTables = [
  'schema_migrations',
  'states',
  'shipping_zones',
  'shipping_zone_prefixes',
  'shipping_methods',
  'shipping_rates',
  'plans',
  'credit_note_numbers',
  'staff',
  'staff_sessions',
  'staff_second_factors',
  'staff_recovery_codes',
  'mail_servers',
  'operations',
]

/** Returns whether the shop was filled with the demo, and not emptied since. */
export async function isDemoShop(db: Database): Promise<boolean> {
  const terms = await db
    .selectFrom('terms')
    .select('version')
    .where('published_by', '=', 'demo')
    .limit(1)
    .executeTakeFirst()
  return terms !== undefined
}

/** Deletes all data but that of {@link keptTables}, and every member of staff but one. */
export async function deleteDemoData(trx: Transaction, keptStaffId: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       and relname !~ '^audit_' and relname <> all (${keptTables}::text[])`.execute(trx)
  const tables = rows.map(({ name }) => sql.table(name))
  // Many tables refuse to lose rows, and nothing is to be announced row by row.
  for (const table of tables) await sql`alter table ${table} disable trigger user`.execute(trx)
  await sql`truncate ${sql.join(tables)}`.execute(trx)
  for (const table of tables) await sql`alter table ${table} enable trigger user`.execute(trx)
  await sql`delete from staff_sessions where staff_id <> ${keptStaffId}`.execute(trx)
  await sql`delete from staff_second_factors where staff_id <> ${keptStaffId}`.execute(trx)
  await sql`delete from staff where id <> ${keptStaffId}`.execute(trx)
  // Otherwise the last number would be given again, as one whose order was not written.
  await sql`select setval('order_numbers_taken', last_value, false) from order_numbers_taken`.execute(trx)
  await sql`delete from pgboss.job where state in ('created', 'retry', 'failed')`.execute(trx)
}
