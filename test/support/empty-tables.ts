import type pg from 'pg'

/**
 * Empties tables, and those that name their rows, as no shop can: no trigger stands in the way, and the figures of the
 * dashboard are made anew from what is left.
 */
export const emptyTables = (pool: Pick<pg.Pool, 'query'>, tables: readonly string[]): Promise<unknown> =>
  pool.query(`begin; set local session_replication_role = 'replica'; truncate ${tables.join(', ')} cascade;
    select make_figures_anew(); commit`)
