import { sql } from 'kysely'
import type { Transaction } from './connection.ts'

/**
 * From this number of rows on, if more are inserted than exist, rebuilding indexes is far faster than maintaining them
 * row by row.
 */
const MIN_ROWS = 50_000

/**
 * Lets `work` insert a large number of rows into tables. References are not checked row by row and no trigger runs: the
 * caller takes each reference from the table it points to, from which nothing is ever deleted. If a table more than
 * doubles, its indexes are rebuilt at the end, during which no other connection can read it (docs/decisions/0013).
 */
export async function insertInBulk<Result>(
  trx: Transaction,
  rows: number,
  tables: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const indexStatements: string[] = []
  for (const table of rows >= MIN_ROWS ? tables : []) {
    if ((await countUpTo(trx, table, rows)) < rows) indexStatements.push(...(await dropIndexes(trx, table)))
  }
  const isTrusted = rows >= MIN_ROWS && (await canSkipReferenceChecks(trx))
  if (isTrusted) await sql`set local session_replication_role = 'replica'`.execute(trx)
  const result = await work()
  if (isTrusted) {
    await sql`set local session_replication_role = 'origin'`.execute(trx)
    // Replaces the work of the triggers on these tables.
    await sql`select rebuild_figures()`.execute(trx)
  }
  for (const statement of indexStatements) await sql.raw(statement).execute(trx)
  return result
}

async function countUpTo(trx: Transaction, table: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${sql.table(table)} limit ${limit}) counted`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Only the database's owner, and roles granted the right, may do so; for others it takes longer. */
async function canSkipReferenceChecks(trx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_parameter_privilege('session_replication_role', 'set') as may`.execute(trx)
  return rows[0]?.may === true
}

/**
 * Drops all indexes except the primary key's, whose order is that of the rows. Returns the statements that recreate
 * them.
 */
async function dropIndexes(trx: Transaction, table: string): Promise<string[]> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select case when conname is null then format('drop index %s', indexrelid::regclass)
        else format('alter table %I drop constraint %I', ${table}::text, conname) end as drop,
      case when conname is null then pg_get_indexdef(indexrelid)
        else format('alter table %I add constraint %I %s', ${table}::text, conname, pg_get_constraintdef(pg_constraint.oid)) end as make
      from pg_index left join pg_constraint on conindid = indexrelid and contype in ('u', 'x')
     where indrelid = ${table}::regclass and not indisprimary order by indexrelid`.execute(trx)
  for (const { drop } of rows) await sql.raw(drop).execute(trx)
  return rows.map(({ make }) => make)
}
