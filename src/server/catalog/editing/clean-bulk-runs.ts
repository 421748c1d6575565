import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldBulkRuns } from './bulk-change.queries.ts'

const RETENTION_DAYS = 30

/** Deletes bulk changes that ended long ago; the audit log and the versions keep what they changed. */
export const cleanBulkRuns = (db: Database): Promise<void> => deleteOldBulkRuns(db, RETENTION_DAYS)
