import { sql } from 'kysely'
import type { OwnConnection } from './own-connection.ts'
import type { Tables } from './tables.generated.ts'
import { inTransaction } from './transaction.ts'

const WORTH_IT = 1000
/** Of a table of that many rows, the embedded engine reads all indexes for longer than visitors are to wait. */
const LARGE = 20_000

/**
 * After many changes, outdated statistics would misplan queries until PostgreSQL analyses the tables by itself, which
 * the embedded engine never does. Runs outside any transaction, as VACUUM requires. On PostgreSQL other connections go
 * on reading and writing; the embedded engine serves nobody meanwhile, and so takes a smaller sample and leaves the
 * indexes of large tables as they are.
 */
export async function refreshStatistics(
  { db, engine }: Pick<OwnConnection, 'db' | 'engine'>,
  tables: readonly (keyof Tables)[],
  changed: number,
): Promise<void> {
  if (changed < WORTH_IT) return
  if (engine === 'postgres') {
    await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
    return
  }
  for (const table of tables) {
    const { rows } = await sql<{ is_large: boolean }>`
      select count(*) >= ${LARGE} as is_large from (select from ${sql.table(table)} limit ${LARGE}) counted`.execute(db)
    const indexes = rows[0]?.is_large ? sql`off` : sql`auto`
    await sql`vacuum (index_cleanup ${indexes}, truncate off) ${sql.table(table)}`.execute(db)
    await inTransaction(db, async (trx) => {
      await sql`set local default_statistics_target = 25`.execute(trx)
      await sql`analyze ${sql.table(table)}`.execute(trx)
    })
  }
}
