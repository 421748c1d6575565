import { sql } from 'kysely'

/** Setting with which each connection to a PostgreSQL server states how such a commit is made. */
export const RELAXED_COMMIT = 'salonfront.relaxed_commit'

/**
 * A query that lets the commit of its transaction return before it is flushed to disk: a power cut may lose up to 0.6
 * seconds of such transactions (docs/decisions/0030), but never parts of one. Only for carts; money always waits. The
 * embedded engine has no background process that would write later, so it waits as well. Select its result, or
 * PostgreSQL skips the call.
 */
export const relaxCommit = sql`select set_config('synchronous_commit',
  coalesce(current_setting(${sql.lit(RELAXED_COMMIT)}, true), current_setting('synchronous_commit')), true)`
