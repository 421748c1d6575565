import { sql } from 'kysely'
import type { Database } from './connection.ts'
import type { Tables } from './tables.generated.ts'

const WORTH_IT = 1000

/**
 * After many changes, outdated statistics would misplan queries until PostgreSQL analyses the tables by itself, which
 * the embedded engine never does. Runs outside any transaction, as VACUUM requires; other connections go on reading
 * and writing.
 */
export async function refreshStatistics(
  db: Database,
  tables: readonly (keyof Tables)[],
  changed: number,
): Promise<void> {
  if (changed < WORTH_IT) return
  await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}
