import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldRuns } from './month-run.queries.ts'

const KEPT_DAYS = 90

/** Previews of months that were closed long ago tell nobody anything; closes stay. */
export const cleanMonthRuns = (db: Database): Promise<void> => deleteOldRuns(db, KEPT_DAYS)
