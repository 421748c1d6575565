import { type RawBuilder, sql } from 'kysely'
import { type Month, previousMonth } from '#domain/calendar/month.ts'
import type { CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

export const findClosedMonth = (db: Database, value: Month) =>
  db
    .selectFrom('months')
    .select(['closed_at', 'inputs_hash', 'minimum_payout_cents'])
    .where('month', '=', value)
    .where('closed_externally', '=', false)
    .executeTakeFirst()

const CARD_COLUMNS = [
  'active',
  'level',
  'title',
  'personal_pv',
  'customer_pv',
  'group_pv',
  'next_legs',
  'total_sales_cents',
  'sales_bonus_cents',
  'level_bonus_cents',
  'total_bonus_cents',
  'opening_cents',
  'payable_cents',
  'carried_cents',
] as const

/** The card with the carried values of the previous month; undefined if the member was not enrolled. */
export async function findStatementCard(db: Database, value: Month, memberId: UserId) {
  const [row, before] = await Promise.all([
    db
      .selectFrom('cards')
      .select(CARD_COLUMNS)
      .where('month', '=', value)
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
    db
      .selectFrom('cards')
      .select(['title', 'carried_cents'])
      .where('month', '=', previousMonth(value))
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
  ])
  if (!row) return undefined
  const { active, ...card } = row
  return { active, card, before: before ?? { title: 1, carried_cents: 0 } }
}

/** The first rows of a list, and the sums of the others; no sums if all rows are listed. */
async function listWithSums<Row, Sums>(
  db: Database,
  rows: RawBuilder<unknown>,
  sums: RawBuilder<unknown>,
  limit: number,
): Promise<{ rows: Row[]; further: (Sums & { count: number }) | null }> {
  const first = await sql<Row>`${rows} limit ${limit}`.execute(db)
  if (first.rows.length < limit) return { rows: first.rows, further: null }
  const restSums = await sql<Sums & { count: number }>`
    select count(*)::int as count, ${sums} from (${rows} offset ${limit}) rest`.execute(db)
  const [further] = restSums.rows
  return { rows: first.rows, further: further?.count ? further : null }
}

const VOLUME_SUMS = sql`coalesce(sum(cv_cents), 0)::int8 as cv_cents, coalesce(sum(pv), 0)::int8 as pv,
  coalesce(sum(pv) filter (where customer), 0)::int8 as customer_pv`

type Volumes = { cv_cents: number; pv: number }
type VolumeSums = Volumes & { customer_pv: number }
export type PersonalOrderRow = Volumes & {
  order_no: string
  completed_at: Date
  customer: boolean
  own_sale_cents: number
}

/** Personal orders with their values in the month, and the own sale bonus that was posted. */
export const listPersonalOrders = (db: Database, value: Month, memberId: UserId, limit: number) =>
  listWithSums<PersonalOrderRow, VolumeSums & { own_sale_cents: number }>(
    db,
    sql`
    select order_no, completed_at, customer, month_cv_cents as cv_cents, month_pv as pv,
      coalesce(line.amount_cents, 0) as own_sale_cents
      from counted_orders counted
      left join bonus_lines line on line.counted_order_id = counted.id and line.payee_id = ${memberId}::int
       and line.kind = 0 and line.return_id = 0
     where counted.member_id = ${memberId}::int and counted.month = ${value} and not before_enrollment
     order by counted.id`,
    sql`${VOLUME_SUMS}, coalesce(sum(own_sale_cents), 0)::int8 as own_sale_cents`,
    limit,
  )

export type PersonalReturnRow = Volumes & {
  order_no: string
  order_month: string
  returned_at: Date
  customer: boolean
}

/** Returns in a month on personal orders of earlier ones. */
export const listPersonalReturns = (db: Database, value: Month, memberId: UserId, limit: number) =>
  listWithSums<PersonalReturnRow, VolumeSums>(
    db,
    sql`
    select counted.order_no, counted.month as order_month, back.returned_at, counted.customer,
      0 - back.cv_cents as cv_cents, 0 - back.pv as pv
      from order_returns back join counted_orders counted on counted.id = back.counted_order_id
     where back.month = ${value} and counted.month <> ${value} and counted.member_id = ${memberId}::int
       and not before_enrollment
     order by back.id`,
    VOLUME_SUMS,
    limit,
  )

type LineFacts = {
  order_no: string
  kind: number
  depth: number
  credited_id: number
  rate_bp: number
  covered_bp: number
  covered_by_id: number | null
  covering_depth: number | null
  amount_cents: number
}
const LINE_FACTS = sql`counted.order_no, line.kind, line.depth, counted.member_id as credited_id, line.rate_bp,
  line.covered_bp, line.covered_by_id, covering.depth as covering_depth, line.amount_cents`
/** The depth of a line's covering member, unless their own line rounded to zero. */
const COVERING = sql`left join lateral (select depth from bonus_lines
  where counted_order_id = line.counted_order_id and payee_id = line.covered_by_id and kind <> 1 limit 1) covering on true`

export type ReversalRow = LineFacts & {
  order_month: string
  returned_at: Date
  before_cents: number
  remaining_cents: number
  posted_cents: number
}

/** A member's reversals in a month, with the remaining value of each order before and after. */
export const listReversals = (db: Database, value: Month, memberId: UserId, limit: number) =>
  listWithSums<ReversalRow, { sales_bonus_cents: number; level_bonus_cents: number }>(
    db,
    sql`
    select ${LINE_FACTS}, counted.month as order_month, back.returned_at,
      remaining.cents as remaining_cents, remaining.cents - line.cv_cents as before_cents,
      (select coalesce(sum(amount_cents), 0) from bonus_lines posted
        where posted.counted_order_id = line.counted_order_id and posted.payee_id = line.payee_id
          and posted.kind = line.kind and posted.return_id < line.return_id)::int8 as posted_cents
      from bonus_lines line
      join counted_orders counted on counted.id = line.counted_order_id
      join order_returns back on back.id = line.return_id
      cross join lateral (select (counted.month_cv_cents - sum(earlier.cv_cents))::int8 as cents from order_returns earlier
        where earlier.counted_order_id = counted.id and earlier.month <> counted.month and earlier.id <= back.id) remaining
      ${COVERING}
     where line.month = ${value} and line.payee_id = ${memberId}::int and line.return_id <> 0
     order by line.return_id, line.kind`,
    sql`coalesce(sum(amount_cents) filter (where kind <> 2), 0)::int8 as sales_bonus_cents,
      coalesce(sum(amount_cents) filter (where kind = 2), 0)::int8 as level_bonus_cents`,
    limit,
  )

export type StatementCorrectionRow = {
  bonus: CorrectedBonus
  amount_cents: number
  corrected_month: string
  order_no: string | null
  reason: string
  booked_at: Date
}

/** Staff corrections in a member's month. */
export const listCorrections = (db: Database, value: Month, memberId: UserId, limit: number) =>
  listWithSums<StatementCorrectionRow, { sales_bonus_cents: number; level_bonus_cents: number }>(
    db,
    sql`
    select correction.bonus, correction.amount_cents, correction.corrected_month, counted.order_no, correction.reason,
      correction.booked_at
      from bonus_corrections correction left join counted_orders counted on counted.id = correction.counted_order_id
     where correction.member_id = ${memberId}::int and correction.month = ${value}
     order by correction.id`,
    sql`coalesce(sum(amount_cents) filter (where bonus = 'sales'), 0)::int8 as sales_bonus_cents,
      coalesce(sum(amount_cents) filter (where bonus = 'level'), 0)::int8 as level_bonus_cents`,
    limit,
  )

export type StatementLineRow = LineFacts & { completed_at: Date; value_cents: number }

/** The amounts that some orders of the downline paid a member, as posted, by key. */
export async function findPostedLines(
  db: Database,
  memberId: UserId,
  orderIds: readonly number[],
): Promise<StatementLineRow[]> {
  const { rows } = await sql<StatementLineRow>`
    select ${LINE_FACTS}, counted.completed_at, line.cv_cents as value_cents
      from unnest(${orderIds}::int[]) as asked(id)
      join bonus_lines line on line.counted_order_id = asked.id and line.payee_id = ${memberId}::int
       and line.return_id = 0 and line.kind <> 0
      join counted_orders counted on counted.id = line.counted_order_id
      ${COVERING}
     order by counted.completed_at, counted.id, line.kind`.execute(db)
  return rows
}
