import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldRuns } from './month-run.queries.ts'

const RETENTION_DAYS = 90

/** Deletes previews of months closed long ago, which have no further use; close runs stay. */
export const cleanMonthRuns = (db: Database): Promise<void> => deleteOldRuns(db, RETENTION_DAYS)
