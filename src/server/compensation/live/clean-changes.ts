import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

/** Every live month has read older changes; recent ones are kept for as long as yesterday can be requested. */
export async function cleanChanges(db: Database): Promise<void> {
  await db.deleteFrom('network_changes').where('made_at', '<', sql<Date>`now() - interval '3 days'`).execute()
}
