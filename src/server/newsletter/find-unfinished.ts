import type { Database } from '#server/platform/database/connection.ts'
import { findUnfinished } from './delivery.queries.ts'

/** Those that are to be sent and were not to everybody yet. */
export const findUnfinishedNewsletters = (db: Database): Promise<number[]> => findUnfinished(db)
