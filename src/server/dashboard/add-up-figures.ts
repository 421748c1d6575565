import type { Database } from '#server/platform/database/connection.ts'
import { addUpRows } from './figures.queries.ts'

/** Makes one row of what each order, return and member has added to a day since the last time. */
export const addUpFigures = (db: Database): Promise<void> => addUpRows(db)
