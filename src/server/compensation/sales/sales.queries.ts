import { sql } from 'kysely'
import type { PayoutState } from '#domain/compensation/rules/payout-steps.ts'
import type { Month } from '#domain/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CountedOrderId, UserId } from '#server/platform/database/tables.generated.ts'

export const findMonthRows = (db: Database, months: readonly Month[]) =>
  months.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('months')
        .select(['month', 'closed_at', 'closed_elsewhere', 'paid_at', 'plan_version'])
        .where('month', 'in', months)
        .execute()

export async function findEnrolledAt(db: Database, userId: UserId): Promise<Date> {
  const row = await db.selectFrom('users').select('created_at').where('id', '=', userId).executeTakeFirstOrThrow()
  return row.created_at
}

export const findPeople = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('users')
        .select(['id', 'member_no', 'first_name', 'last_name', 'status', 'referral_code', 'created_at'])
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .execute()

const cardColumns = [
  'month',
  'member_id',
  'active',
  'level',
  'personal_pv',
  'customer_pv',
  'group_pv',
  'next_legs',
  'total_sales_cents',
  'sales_bonus_cents',
  'level_bonus_cents',
  'total_bonus_cents',
  'next_level_cents',
  'opening_cents',
  'payable_cents',
  'carried_cents',
] as const

/** The cards of closed months; a closing on its way has written some that nobody may see yet. */
export const findCards = (db: Database, months: readonly Month[], memberId: UserId) =>
  months.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('cards')
        .select(cardColumns)
        .where('month', 'in', months)
        .where('member_id', '=', memberId)
        .execute()

/** What became of what a closed month pays to a member, by one row. */
export async function findPayoutState(db: Database, value: Month, memberId: UserId): Promise<PayoutState | undefined> {
  const row = await db
    .selectFrom('payouts')
    .select('state')
    .where('month', '=', value)
    .where('member_id', '=', memberId)
    .$castTo<{ state: PayoutState }>()
    .executeTakeFirst()
  return row?.state
}

/** A page of the direct line as a closed month froze it, by one index. */
export const findDirectLineCards = (
  db: Database,
  value: Month,
  sponsorId: UserId,
  page: { offset: number; limit: number },
) =>
  db
    .selectFrom('cards')
    .select(['member_id', 'active', 'level', 'group_pv', 'total_sales_cents'])
    .where('month', '=', value)
    .where('sponsor_id', '=', sponsorId)
    .orderBy('member_index')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

export async function countDirectLineCards(db: Database, value: Month, sponsorId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('cards')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('month', '=', value)
    .where('sponsor_id', '=', sponsorId)
    .executeTakeFirstOrThrow()
  return count
}

export const findOrderFacts = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('counted_orders')
        .select(['id', 'order_no', 'month', 'completed_at', 'cv_cents', 'month_cv_cents'])
        .where('id', 'in', ids as CountedOrderId[])
        .execute()

/** Which of some orders were canceled, each by which return. */
export const findCanceled = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('order_returns')
        .select(['id', 'counted_order_id'])
        .where('counted_order_id', 'in', ids as CountedOrderId[])
        .where('kind', '=', 'cancellation')
        .execute()

/** A place in a list of reversals. */
export type ReversalAfter = { orderId: number; kind: number; returnId: number }

/** What was taken back from a member in a month, with the order, its own month, and how deep who covered it stands. */
export async function findReversals(
  db: Database,
  value: Month,
  payeeId: UserId,
  page: { kinds: readonly number[]; after: ReversalAfter | undefined; limit: number },
) {
  const { orderId, kind, returnId } = page.after ?? { orderId: 0, kind: 0, returnId: 0 }
  const { rows } = await sql<{
    counted_order_id: number
    kind: number
    return_id: number
    depth: number
    level: number
    rate_bp: number
    covered_bp: number
    covered_by_id: number | null
    covering_depth: number | null
    cv_cents: number
    pv: number
    amount_cents: number
    order_no: string
    completed_at: Date
    order_month: string
    credited_id: number
    customer: boolean
  }>`
    select line.counted_order_id, line.kind, line.return_id, line.depth, line.level, line.rate_bp, line.covered_bp,
      line.covered_by_id, covering.depth as covering_depth, line.cv_cents, 0 - back.pv as pv, line.amount_cents,
      counted.order_no, counted.completed_at, counted.month as order_month, counted.member_id as credited_id,
      counted.customer
      from bonus_lines line
      join counted_orders counted on counted.id = line.counted_order_id
      join order_returns back on back.id = line.return_id
      left join lateral (select depth from bonus_lines
        where counted_order_id = line.counted_order_id and payee_id = line.covered_by_id and kind <> 1
        limit 1) covering on true
     where line.month = ${value} and line.payee_id = ${payeeId} and line.return_id <> 0
       and line.kind = any(${page.kinds}::int[])
       and (line.counted_order_id, line.kind, line.return_id) > (${orderId}::int, ${kind}::int, ${returnId}::int)
     order by line.counted_order_id, line.kind, line.return_id
     limit ${page.limit}`.execute(db)
  return rows
}

export type NamedUser = { id: number; by_number: boolean; in_full: boolean; in_short: boolean }

/**
 * Users whose number, name or last name begins like that, in full or with the last name's first letter alone, for whoever
 * looks which of them are in a downline. In full alone only those who stand, or stood, right below the member.
 */
export async function findNamed(
  db: Database,
  memberId: UserId,
  beginning: string,
  limit: number,
): Promise<NamedUser[]> {
  const like = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const typed = like(beginning.toLowerCase())
  // What the indexes of whole names look for: the shortened name ends with a full stop that the whole one has not.
  const whole = like(beginning.toLowerCase().replace(/\.$/, ''))
  const { rows } = await sql<NamedUser>`
    select id, by_number, in_full, in_short from (
      select id, member_no like ${like(beginning)} as by_number,
        lower(first_name || ' ' || last_name) like ${typed} or lower(last_name) like ${typed} as in_full,
        lower(first_name || ' ' || left(last_name, 1) || '.') like ${typed}
          or (last_name <> '' and lower(left(last_name, 1) || '.') like ${typed}) as in_short
        from users
       where member_no like ${like(beginning)} or lower(first_name || ' ' || last_name) like ${whole}
         or lower(last_name) like ${whole}) named
     where by_number or in_short
       or (in_full and exists (select from sponsorships where member_id = named.id and sponsor_id = ${memberId}))
     order by id
     limit ${limit}`.execute(db)
  return rows
}
