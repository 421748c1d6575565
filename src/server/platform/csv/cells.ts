import { type RawBuilder, sql } from 'kysely'
import { FORMULA_PATTERN } from './formula-guard.ts'

const FORMULA = `'${FORMULA_PATTERN.replaceAll("'", "''")}'`

/**
 * SQL for export cells: millions of rows go from the database to the file without becoming objects. The argument is the
 * name of a column, and must come from the query itself.
 */
export const textCell = (column: string): string =>
  `nullif(case when ${column} ~ ${FORMULA} then '''' || ${column} else ${column} end, '')`

/** ISO 8601 in UTC, with microseconds if not zero. */
export const instantCell = (column: string): string =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.?0+$', '') || 'Z'`

/** Writes a day of the shop's time zone if the instant is its beginning, otherwise the instant. */
export const dayCell = (column: string): string =>
  `case when (${column} at time zone 'America/New_York')::time = '00:00' then to_char(${column} at time zone 'America/New_York', 'YYYY-MM-DD')
    else ${instantCell(column)} end`

export const dollarsCell = (column: string): string => `(${column} / 100.0)::numeric(20, 2)`

/** Formats the value for an error message. */
export const formatForMessage = (cell: string): RawBuilder<string> => sql.raw(`coalesce(${cell}, 'nothing')`)
