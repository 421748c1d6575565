import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

/** Whoever keeps a month in memory has read them; they are kept for as long as yesterday may be asked about. */
export async function cleanChanges(db: Database): Promise<void> {
  await db.deleteFrom('network_changes').where('made_at', '<', sql<Date>`now() - interval '3 days'`).execute()
}
