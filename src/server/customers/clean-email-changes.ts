import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

/** Deletes email changes a month after the last day on which they could be undone. */
export async function cleanEmailChanges(db: Database): Promise<void> {
  await db
    .deleteFrom('email_changes')
    .where(sql<boolean>`greatest(created_at, confirmed_at) < now() - interval '30 days'`)
    .execute()
}
