import type pg from 'pg'

/**
 * Empties tables and all rows that reference them, which no shop can do: disables triggers and recomputes the
 * dashboard's figures from the remaining rows.
 */
export const emptyTables = (pool: Pick<pg.Pool, 'query'>, tables: readonly string[]): Promise<unknown> =>
  pool.query(`begin; set local session_replication_role = 'replica'; truncate ${tables.join(', ')} cascade;
    select rebuild_figures(); commit`)
