import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

const WORTH_IT = 1000

/**
 * After many changes, outdated statistics would misplan the listing until PostgreSQL analyses the tables by itself,
 * which the embedded engine never does. Runs outside any transaction; other connections go on reading and writing.
 */
export async function refreshStatistics(db: Database, changed: number): Promise<void> {
  if (changed < WORTH_IT) return
  await sql`vacuum (analyze) products`.execute(db)
}
