import type { Database } from '#server/platform/database/connection.ts'
import { deleteSpam } from './message.queries.ts'

/** Long enough to find a message that was marked by mistake. */
const DAYS = 30

export const cleanSpam = (db: Database): Promise<number> => deleteSpam(db, DAYS)
