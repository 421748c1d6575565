import type { Pool, QueryResultRow } from 'pg'
import type { Month } from '#domain/calendar/month.ts'
import type { Volume } from '#domain/compensation/live/live-month.ts'

/**
 * A change: of an order in a month, of a member from a month on, or, with neither, one so large that everything must be
 * reloaded. It also has the previous values, so that it can be undone.
 */
export type Change = {
  id: number
  month: Month | null
  orderId: number | null
  memberId: number | null
  /** Milliseconds since 1970 UTC. */
  madeAt: number
  /** The order's previous value in its month; null if it did not count before, and for changes of other kinds. */
  before: Volume | null
  /** For a status change: whether the member was active. */
  wasActive: boolean | null
  /** For an edge of the tree: a new member, or a new sponsor of an existing one. */
  isEnrollment: boolean | null
  returnId: number | null
  /** Set for a correction by staff, which is neither of an order nor of a member. */
  correctionId: number | null
}
/** Returns whether the change is so large that every month it concerns must be reloaded. */
export const requiresReload = ({ orderId, memberId, correctionId }: Change): boolean =>
  orderId === null && memberId === null && correctionId === null

/** Numbers of changes, inclusive. */
export type Range = { first: number; last: number }

/** The latest change, and the range of the last minutes in which others may still appear. */
export async function findEndOfFeed(pool: Pool, minutes: number): Promise<{ last: number; recent: Range | undefined }> {
  const { rows } = await pool.query(
    `select coalesce((select max(id) from network_changes), 0) as last,
       (select min(id) from network_changes where made_at > now() - make_interval(mins => $1)) as first`,
    [minutes],
  )
  const { last, first } = rows[0]
  return { last, recent: first === null ? undefined : { first, last } }
}

const BATCH_SIZE = 20_000

const COLUMNS = `id, month, counted_order_id, member_id, floor(extract(epoch from made_at) * 1000)::int8 as made_at,
  before_cv_cents, before_pv, was_active, is_enrollment, return_id,
  correction_id`

/**
 * Changes after a number, and missing ones in between that were not committed yet when later ones were read; by number.
 */
export async function findChanges(pool: Pool, after: number, missing: readonly Range[]): Promise<Change[]> {
  const { rows } = await pool.query(
    `(select ${COLUMNS} from network_changes where id > $1 order by id limit ${BATCH_SIZE})
      union all
     select ${COLUMNS}
       from unnest($2::bigint[], $3::bigint[]) as missing (first, last)
       join network_changes change on change.id between missing.first and missing.last
      order by id`,
    [after, missing.map(({ first }) => first), missing.map(({ last }) => last)],
  )
  return rows.map(toChange)
}

/**
 * Some of the changes since an instant and before a number: the newest of them, in descending order; empty at the end.
 */
export async function findChangesBefore(pool: Pool, since: number, beforeId: number): Promise<Change[]> {
  const { rows } = await pool.query(
    `select ${COLUMNS} from network_changes where made_at >= to_timestamp($1::float8 / 1000) and id < $2
      order by id desc limit ${BATCH_SIZE}`,
    [since, beforeId],
  )
  return rows.map(toChange)
}

function toChange(row: QueryResultRow): Change {
  return {
    id: row.id,
    month: row.month,
    orderId: row.counted_order_id,
    memberId: row.member_id,
    madeAt: row.made_at,
    before: row.before_cv_cents === null ? null : { cvCents: row.before_cv_cents, pv: row.before_pv },
    wasActive: row.was_active,
    isEnrollment: row.is_enrollment,
    returnId: row.return_id,
    correctionId: row.correction_id,
  }
}
