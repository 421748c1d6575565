import type { Database } from '#server/platform/database/connection.ts'
import { deleteRateLimitsBefore } from './rate-limits.queries.ts'

/** Counts of minutes that are over. */
export const cleanRateLimits = (db: Database): Promise<void> => deleteRateLimitsBefore(db, Date.now())
