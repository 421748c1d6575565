import type { Pool, QueryResultRow } from 'pg'
import type { Volume } from '#domain/compensation/live/live-month.ts'
import type { Month } from '#domain/month.ts'

/**
 * What happened: an order of a month, a member from a month on, or, with neither, so much that all is read anew. A change
 * also tells what was before, so that it can be undone.
 */
export type Change = {
  id: number
  month: Month | null
  orderId: number | null
  memberId: number | null
  /** Milliseconds since 1970 UTC. */
  madeAt: number
  /** What an order counted in its month; null when it did not count, and for whatever is no change of an order. */
  before: Volume | null
  /** Of a status: whether the member was active. */
  wasActive: boolean | null
  /** Of an edge of the tree: a new member, or another sponsor for one who was there. */
  isEnrolment: boolean | null
  returnId: number | null
  /** What staff corrected: neither an order nor a member. */
  correctionId: number | null
}
/** So much that whatever it is of is read anew. */
export const isOfEverything = ({ orderId, memberId, correctionId }: Change): boolean =>
  orderId === null && memberId === null && correctionId === null

/** Numbers of changes, both included. */
export type Range = { first: number; last: number }

/** The latest change there is, and which of the last minutes there may still be others among. */
export async function findEndOfFeed(pool: Pool, minutes: number): Promise<{ last: number; recent: Range | undefined }> {
  const { rows } = await pool.query(
    `select coalesce((select max(id) from network_changes), 0) as last,
       (select min(id) from network_changes where made_at > now() - make_interval(mins => $1)) as first`,
    [minutes],
  )
  const { last, first } = rows[0]
  return { last, recent: first === null ? undefined : { first, last } }
}

const AT_ONCE = 20_000

const COLUMNS = `id, month, counted_order_id, member_id, floor(extract(epoch from made_at) * 1000)::int8 as made_at,
  before_cv_cents, before_pv, was_active, is_enrolment, return_id,
  correction_id`

/** Changes after one, and those in between that were not committed yet when later ones were read; by number. */
export async function findChanges(pool: Pool, after: number, missing: readonly Range[]): Promise<Change[]> {
  const { rows } = await pool.query(
    `(select ${COLUMNS} from network_changes where id > $1 order by id limit ${AT_ONCE})
      union all
     select ${COLUMNS}
       from unnest($2::bigint[], $3::bigint[]) as missing (first, last)
       join network_changes change on change.id between missing.first and missing.last
      order by id`,
    [after, missing.map(({ first }) => first), missing.map(({ last }) => last)],
  )
  return rows.map(readChange)
}

/** Some of the changes made since an instant, before a number: the newest of them, from there back; none at the end. */
export async function findChangesBefore(pool: Pool, since: number, before: number): Promise<Change[]> {
  const { rows } = await pool.query(
    `select ${COLUMNS} from network_changes where made_at >= to_timestamp($1::float8 / 1000) and id < $2
      order by id desc limit ${AT_ONCE}`,
    [since, before],
  )
  return rows.map(readChange)
}

function readChange(row: QueryResultRow): Change {
  return {
    id: row.id,
    month: row.month,
    orderId: row.counted_order_id,
    memberId: row.member_id,
    madeAt: row.made_at,
    before: row.before_cv_cents === null ? null : { cvCents: row.before_cv_cents, pv: row.before_pv },
    wasActive: row.was_active,
    isEnrolment: row.is_enrolment,
    returnId: row.return_id,
    correctionId: row.correction_id,
  }
}
