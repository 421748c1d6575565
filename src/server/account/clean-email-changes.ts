import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldEmailChanges } from './email-change.queries.ts'

/** Deletes changes of email a month after they can no longer be undone. */
export const cleanEmailChanges = (db: Database): Promise<void> => deleteOldEmailChanges(db)
