import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldSessions } from './staff-session.queries.ts'

/** Deletes expired sessions and links. */
export const cleanStaffSessions = (db: Database): Promise<void> => deleteOldSessions(db)
