import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

const WORTH_IT = 1000

/** After many changes, outdated statistics would misplan queries. Runs outside any transaction, as VACUUM requires. */
export async function refreshStatistics(db: Database, changed: number): Promise<void> {
  if (changed < WORTH_IT) return
  await sql`vacuum (analyze) users, sponsorships, member_statuses`.execute(db)
}
