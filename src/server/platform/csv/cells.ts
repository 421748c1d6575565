import { type RawBuilder, sql } from 'kysely'
import { FORMULA_PATTERN } from './formula-guard.ts'

const FORMULA = `'${FORMULA_PATTERN.replaceAll("'", "''")}'`

/**
 * SQL for export cells: millions of rows go from the database to the file without becoming objects. Each takes the name
 * of a column, which comes from the query itself.
 */
export const textCell = (column: string): string =>
  `nullif(case when ${column} ~ ${FORMULA} then '''' || ${column} else ${column} end, '')`

/** ISO 8601 in UTC, to the microsecond where there is one. */
export const instantCell = (column: string): string =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.?0+$', '') || 'Z'`

/** A day of the shop's zone if the instant is its beginning, else the instant. */
export const dayCell = (column: string): string =>
  `case when (${column} at time zone 'America/New_York')::time = '00:00' then to_char(${column} at time zone 'America/New_York', 'YYYY-MM-DD')
    else ${instantCell(column)} end`

export const dollarsCell = (column: string): string => `(${column} / 100.0)::numeric(20, 2)`

/** The same, for the sentence of a fault. */
export const written = (cell: string): RawBuilder<string> => sql.raw(`coalesce(${cell}, 'nothing')`)
