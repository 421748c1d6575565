import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldSessions } from './staff-session.queries.ts'

/** Deletes sign-ins and links that have run out. */
export const cleanStaffSessions = (db: Database): Promise<void> => deleteOldSessions(db)
