import type { Pool } from 'pg'
import type { Month } from '#domain/month.ts'

/** What happened: an order of a month, a member from a month on, or, with neither, so much that all is read anew. */
export type Change = { id: number; month: Month | null; orderId: number | null; memberId: number | null }
/** Numbers of changes, both included. */
export type Range = { first: number; last: number }

/** The latest change there is, and which of the last minutes there may still be others among. */
export async function findEndOfFeed(pool: Pool, minutes: number): Promise<{ last: number; recent: Range | undefined }> {
  const { rows } = await pool.query(
    `select coalesce(max(id), 0) as last, min(id) filter (where made_at > now() - make_interval(mins => $1)) as first
       from network_changes`,
    [minutes],
  )
  const { last, first } = rows[0]
  return { last, recent: first === null ? undefined : { first, last } }
}

const AT_ONCE = 20_000

/** Changes after one, and those in between that were not committed yet when later ones were read; by number. */
export async function findChanges(pool: Pool, after: number, missing: readonly Range[]): Promise<Change[]> {
  const { rows } = await pool.query(
    `(select id, month, counted_order_id, member_id from network_changes where id > $1 order by id limit ${AT_ONCE})
      union all
     select change.id, change.month, counted_order_id, member_id
       from unnest($2::bigint[], $3::bigint[]) as missing (first, last)
       join network_changes change on change.id between missing.first and missing.last
      order by id`,
    [after, missing.map(({ first }) => first), missing.map(({ last }) => last)],
  )
  return rows.map((row) => ({
    id: row.id,
    month: row.month,
    orderId: row.counted_order_id,
    memberId: row.member_id,
  }))
}
