import type { Database } from '#server/platform/database/connection.ts'
import { addUpRows } from './figures.queries.ts'

/** Adds the changes of each order, return and member since the last run into one row per day. */
export const addUpFigures = (db: Database): Promise<void> => addUpRows(db)
