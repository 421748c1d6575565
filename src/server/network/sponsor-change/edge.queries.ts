import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Returns a member's edges of the tree, earliest first; empty if there is no such member. */
export const findEdges = (db: Database, memberId: UserId) =>
  db
    .selectFrom('sponsorships')
    .select(['from_month', 'sponsor_id', 'reason'])
    .where('member_id', '=', memberId)
    .orderBy('from_month')
    .execute()

export async function insertEdge(
  trx: Transaction,
  edge: { member_id: UserId; from_month: Month; sponsor_id: UserId | null; reason: string },
): Promise<void> {
  await trx.insertInto('sponsorships').values(edge).execute()
}

export async function deleteEdge(trx: Transaction, memberId: UserId, fromMonth: string): Promise<void> {
  await trx.deleteFrom('sponsorships').where('member_id', '=', memberId).where('from_month', '=', fromMonth).execute()
}

/** Returns the upline of a member in a month's tree, sponsor first; at most `limit`. */
export async function findUpline(db: Database, memberId: UserId, month: Month, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    with recursive upline as (
      select sponsor_id as id, 1 as depth from (${selectSponsor(memberId, month)}) sponsored where sponsor_id is not null
      union all
      select sponsored.sponsor_id, depth + 1 from upline
        cross join lateral (${selectSponsor(sql`upline.id`, month)}) sponsored
       where sponsored.sponsor_id is not null and depth < ${limit})
    select id from upline order by depth`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Reports whether `id` equals `under` or is in its downline, in a month's tree; stops at the first match, and
 * terminates even in a cycle.
 */
export async function isInDownlineOf(db: Database, id: UserId, ancestorId: UserId, month: Month): Promise<boolean> {
  const { rows } = await sql`
    with recursive upline as (
      select ${id}::int as id
      union
      select sponsored.sponsor_id from upline
        cross join lateral (${selectSponsor(sql`upline.id`, month)}) sponsored
       where sponsored.sponsor_id is not null)
    select from upline where id = ${ancestorId} limit 1`.execute(db)
  return rows.length > 0
}

/** Counts the downline of a member in a month's tree, up to `limit`. */
export async function countDownline(db: Database, memberId: UserId, month: Month, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive downline as (
      select ${memberId}::int as id
      union all
      select edge.member_id from downline join sponsorships edge on edge.sponsor_id = downline.id
       where edge.from_month <= ${month} and not exists (
         select from sponsorships later where later.member_id = edge.member_id
            and later.from_month > edge.from_month and later.from_month <= ${month}))
    select count(*)::int - 1 as count from (select from downline limit ${limit + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export const findPeople = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('users')
        .select(['id', 'member_no', 'email', 'first_name', 'last_name', 'status'])
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .execute()

export type Person = Awaited<ReturnType<typeof findPeople>>[number]

const selectSponsor = (memberId: UserId | ReturnType<typeof sql>, month: Month) => sql`
  select sponsor_id from sponsorships where member_id = ${memberId} and from_month <= ${month}
   order by from_month desc limit 1`
