import type { Database } from '../database/connect.ts'
import { deleteOldEmailChanges } from './email-change.queries.ts'

/** Removes changes of email that nobody can undo any more, once a month has passed. */
export const cleanEmailChanges = (db: Database): Promise<void> => deleteOldEmailChanges(db)
