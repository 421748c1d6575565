import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldEmailChanges } from './email-change.queries.ts'

/** Deletes email changes a month after the last day on which they could be undone. */
export const cleanEmailChanges = (db: Database): Promise<void> => deleteOldEmailChanges(db)
