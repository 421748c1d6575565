import type { Database } from '#server/platform/database/connection.ts'
import { findUnfinished } from './delivery.queries.ts'

/** Finds newsletters that are being sent and not complete. */
export const findUnfinishedNewsletters = (db: Database): Promise<number[]> => findUnfinished(db)
