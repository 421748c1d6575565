import { type RawBuilder, sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { PayoutState } from '#domain/compensation/rules/payout-steps.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CountedOrderId, UserId } from '#server/platform/database/tables.generated.ts'

export const findMonthRows = (db: Database, months: readonly Month[]) =>
  months.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('months')
        .select(['month', 'closed_at', 'closed_externally', 'paid_at', 'plan_version'])
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

const CARD_COLUMNS = [
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

/** The cards of closed months; a close in progress has written some that must not be visible yet. */
export const findCards = (db: Database, months: readonly Month[], memberId: UserId) =>
  months.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('cards')
        .select(CARD_COLUMNS)
        .where('month', 'in', months)
        .where('member_id', '=', memberId)
        .execute()

/** The state of a member's payout for a closed month, from one row. */
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

/** Fully reversed orders among the given ones, each with the return and its points entry. */
export const findReversalCauses = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('order_returns as back')
        .leftJoin('point_entries as entry', 'entry.return_id', 'back.id')
        .select(['back.id', 'back.counted_order_id', 'back.kind', 'entry.description as entry'])
        .where('back.counted_order_id', 'in', ids as CountedOrderId[])
        .where('back.kind', '=', 'cancellation')
        .$narrowType<{ kind: 'cancellation' }>()
        .execute()

/** A position in a list of reversals. */
export type ReversalCursor = { orderId: number; kind: number; returnId: number }

export type ReversalRow = {
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
  /** The order's value after it, and what it had paid the payee of the kind before. */
  remaining_cents: number
  posted_cents: number
  order_no: string
  completed_at: Date
  order_month: string
  returned_at: Date
  return_kind: 'cancellation' | 'return'
  entry: string | null
  credited_id: number
  customer: boolean
}

const RETURN_FACTS = sql`0 - back.pv as pv, back.returned_at, back.kind as return_kind,
  (select description from point_entries where return_id = back.id) as entry, counted.order_no, counted.completed_at,
  counted.month as order_month, counted.member_id as credited_id, counted.customer,
  (counted.month_cv_cents - (select sum(earlier.cv_cents) from order_returns earlier
    where earlier.counted_order_id = counted.id and earlier.month <> counted.month and earlier.id <= back.id))::int8
    as remaining_cents`

/** The amount that an order had paid a member of a kind before a return. */
const selectPostedBefore = (payeeId: UserId, kind: RawBuilder<unknown>) => sql`
  (select coalesce(sum(amount_cents), 0)::int8 from bonus_lines posted where posted.counted_order_id = counted.id
    and posted.payee_id = ${payeeId} and posted.kind = ${kind} and posted.return_id < back.id) as posted_cents`

type ReversalPage = { after: ReversalCursor | undefined; limit: number }

/** A member's reversals in a month, with the order, its own month, and the depth of the covering member. */
export async function findReversals(
  db: Database,
  value: Month,
  payeeId: UserId,
  { kinds, after, limit }: ReversalPage & { kinds: readonly number[] },
): Promise<ReversalRow[]> {
  const { orderId, kind, returnId } = after ?? { orderId: 0, kind: 0, returnId: 0 }
  const { rows } = await sql<ReversalRow>`
    select line.counted_order_id, line.kind, line.return_id, line.depth, line.level, line.rate_bp, line.covered_bp,
      line.covered_by_id, covering.depth as covering_depth, line.cv_cents, line.amount_cents,
      ${selectPostedBefore(payeeId, sql`line.kind`)}, ${RETURN_FACTS}
      from bonus_lines line
      join counted_orders counted on counted.id = line.counted_order_id
      join order_returns back on back.id = line.return_id
      left join lateral (select depth from bonus_lines
        where counted_order_id = line.counted_order_id and payee_id = line.covered_by_id and kind <> 1
        limit 1) covering on true
     where line.month = ${value} and line.payee_id = ${payeeId} and line.return_id <> 0
       and line.kind = any(${kinds}::int[])
       and (line.counted_order_id, line.kind, line.return_id) > (${orderId}::int, ${kind}::int, ${returnId}::int)
     order by line.counted_order_id, line.kind, line.return_id
     limit ${limit}`.execute(db)
  return rows
}

/** Has the seller's state in the order's month instead of a line; null if that month was closed elsewhere. */
export type PersonalReturnRow = Omit<ReversalRow, 'rate_bp'> & {
  rate_bp: number | null
  active: boolean | null
  plan_version: number | null
}

/**
 * Returns in a month on a member's personal sales of earlier ones, all of which reduce the total sales (docs/plan
 * §8.3): those that reversed an own sale bonus, or those that reversed nothing.
 */
export async function findPersonalReturns(
  db: Database,
  value: Month,
  memberId: UserId,
  { paid, after, limit }: ReversalPage & { paid: boolean },
): Promise<PersonalReturnRow[]> {
  const { orderId, returnId } = after ?? { orderId: 0, returnId: 0 }
  const { rows } = await sql<PersonalReturnRow>`
    select back.counted_order_id, 0 as kind, back.id as return_id, 0 as depth, coalesce(line.level, card.level, 1) as level,
      line.rate_bp, 0 as covered_bp, null::int as covered_by_id, null::int as covering_depth, 0 - back.cv_cents as cv_cents,
      coalesce(line.amount_cents, 0) as amount_cents, card.active, months.plan_version,
      ${selectPostedBefore(memberId, sql`0`)}, ${RETURN_FACTS}
      from order_returns back
      join counted_orders counted on counted.id = back.counted_order_id
      join months on months.month = counted.month
      left join cards card on card.month = counted.month and card.member_id = counted.member_id
      left join bonus_lines line on line.counted_order_id = counted.id and line.payee_id = counted.member_id
       and line.kind = 0 and line.return_id = back.id
     where back.month = ${value} and counted.month <> ${value} and counted.member_id = ${memberId}
       and (line.return_id is not null) = ${paid}
       and (back.counted_order_id, back.id) > (${orderId}::int, ${returnId}::int)
     order by back.counted_order_id, back.id
     limit ${limit}`.execute(db)
  return rows
}

export type MatchedUser = { id: number; by_number: boolean; in_full: boolean; in_short: boolean }

/**
 * Users whose number, name or last name has this prefix, in full or with the last name's initial alone, as candidates
 * for a search in a downline. In full only those who are, or were, right below the member.
 */
export async function findUsersByPrefix(
  db: Database,
  memberId: UserId,
  prefix: string,
  limit: number,
): Promise<MatchedUser[]> {
  const toPrefixPattern = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const folded = foldForSearch(prefix).trim()
  const pattern = toPrefixPattern(folded)
  // The prefix for the indexes of full names: a shortened name ends with a period that the full one does not have.
  const fullPattern = toPrefixPattern(folded.replace(/\.$/, ''))
  const { rows } = await sql<MatchedUser>`
    select id, by_number, in_full, in_short from (
      select id, member_no like ${toPrefixPattern(prefix)} as by_number,
        normalize_for_search(first_name || ' ' || last_name) like ${pattern} or normalize_for_search(last_name) like ${pattern} as in_full,
        normalize_for_search(first_name || ' ' || left(last_name, 1) || '.') like ${pattern}
          or (last_name <> '' and normalize_for_search(left(last_name, 1) || '.') like ${pattern}) as in_short
        from users
       where member_no like ${toPrefixPattern(prefix)} or normalize_for_search(first_name || ' ' || last_name) like ${fullPattern}
         or normalize_for_search(last_name) like ${fullPattern}) named
     where by_number or in_short
       or (in_full and exists (select from sponsorships where member_id = named.id and sponsor_id = ${memberId}))
     order by id
     limit ${limit}`.execute(db)
  return rows
}
