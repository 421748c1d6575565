import type { Database } from '#server/platform/database/connection.ts'
import { deleteOldOperations } from './facts.queries.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

export const cleanOperations = (db: Database, now = Date.now()): Promise<void> =>
  deleteOldOperations(db, new Date(now - KEPT_MS))
