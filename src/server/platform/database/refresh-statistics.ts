import { sql } from 'kysely'
import type { DedicatedConnection } from './dedicated-connection.ts'
import type { Tables } from './tables.generated.ts'
import { inTransaction } from './transaction.ts'

const MIN_CHANGES = 1000
/**
 * For tables with this many rows, reading all indexes would block the embedded engine longer than visitors should wait.
 */
const LARGE_TABLE_ROWS = 20_000

/**
 * Updates outdated statistics after many changes: they would misplan queries until PostgreSQL analyzes the tables
 * automatically, which the embedded engine never does. Runs outside of any transaction, as VACUUM requires. On
 * PostgreSQL other connections continue; the embedded engine serves none in the meantime, and therefore takes a smaller
 * sample and skips the indexes of large tables.
 */
export async function refreshStatistics(
  { db, engine }: Pick<DedicatedConnection, 'db' | 'engine'>,
  tables: readonly (keyof Tables)[],
  changed: number,
): Promise<void> {
  if (changed < MIN_CHANGES) return
  if (engine === 'postgres') {
    await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
    return
  }
  for (const table of tables) {
    const { rows } = await sql<{ is_large: boolean }>`
      select count(*) >= ${LARGE_TABLE_ROWS} as is_large from (select from ${sql.table(table)} limit ${LARGE_TABLE_ROWS}) counted`.execute(
      db,
    )
    const indexes = rows[0]?.is_large ? sql`off` : sql`auto`
    await sql`vacuum (index_cleanup ${indexes}, truncate off) ${sql.table(table)}`.execute(db)
    await inTransaction(db, async (trx) => {
      await sql`set local default_statistics_target = 25`.execute(trx)
      await sql`analyze ${sql.table(table)}`.execute(trx)
    })
  }
}
