import type { Database } from '#server/platform/database/connection.ts'
import { mergeFigures } from './figures.queries.ts'

/** Adds the changes of each order, return and member since the last run into one row per day. */
export const mergeDailyFigures = (db: Database): Promise<void> => mergeFigures(db)
