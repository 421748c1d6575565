import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldOperations } from './metrics.queries.ts'

const RETENTION_MS = 90 * 24 * 60 * 60 * 1000

export const cleanOperations = (db: Database, now = Date.now()): Promise<void> =>
  deleteOldOperations(db, new Date(now - RETENTION_MS))
