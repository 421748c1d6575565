import type { Database } from '#server/platform/database/connection.ts'
import { findNumberOfOpen } from './notice.queries.ts'

/** How many notices are neither booked nor set aside. */
export const countOpenNotices = (db: Database): Promise<number> => findNumberOfOpen(db)
