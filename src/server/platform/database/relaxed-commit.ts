import { sql } from 'kysely'

/** The setting under which each connection to a PostgreSQL server says how such a commit is made. */
export const RELAXED_COMMIT = 'salonfront.relaxed_commit'

/**
 * A query that makes the commit of its transaction not wait for the disk: a power cut may take the last 0.6 seconds of
 * what is written so (docs/decisions/0030), never a part of it. For carts alone; money always waits. The embedded
 * engine, which has nobody who would write it later, waits as well. Use its result, or PostgreSQL leaves it out.
 */
export const relaxCommit = sql`select set_config('synchronous_commit',
  coalesce(current_setting(${sql.lit(RELAXED_COMMIT)}, true), current_setting('synchronous_commit')), true)`
