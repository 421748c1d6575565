import type { Database } from '#server/platform/database/connection.ts'
import { deleteRateLimitsBefore } from './rate-limits.queries.ts'

/** Deletes counts of past minutes. */
export const cleanRateLimits = (db: Database): Promise<void> => deleteRateLimitsBefore(db, Date.now())
