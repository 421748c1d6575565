import { sql } from 'kysely'
import { type Month, month } from '#domain/calendar/month.ts'
import type { CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, StaffId, UserId } from '#server/platform/database/tables.generated.ts'

export type CorrectedMember = {
  memberNo: string
  name: string
  status: 'pending' | 'active' | 'suspended' | 'closed'
  enrolledIn: Month
}

/** Undefined for a user without a place in the sponsor tree. */
export async function findMember(db: Database, memberId: UserId): Promise<CorrectedMember | undefined> {
  const { rows } = await sql<{
    member_no: string
    name: string
    status: CorrectedMember['status']
    enrolled_in: string | null
  }>`
    select member_no, trim(first_name || ' ' || last_name) as name, status, (select min(from_month) from sponsorships where member_id = users.id) as enrolled_in
      from users where id = ${memberId}`.execute(db)
  const [row] = rows
  if (!row || row.enrolled_in === null) return undefined
  const { member_no: memberNo, name, status, enrolled_in } = row
  return { memberNo, name, status, enrolledIn: month(enrolled_in) }
}

/** Finds a member by number as written, or in uppercase. */
export async function findMemberId(db: Database, memberNo: string): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('member_no', 'in', [memberNo, memberNo.toUpperCase()])
    .orderBy(sql`member_no = ${memberNo}`, 'desc')
    .executeTakeFirst()
  return row?.id
}

/** Finds a counted order by its number, and locks it against returns until the transaction ends. */
export const lockOrder = (trx: Transaction, orderNo: string) =>
  trx.selectFrom('counted_orders').select(['id', 'month']).where('order_no', '=', orderNo).forShare().executeTakeFirst()

const matchesBonus = (bonus: CorrectedBonus) => (bonus === 'level' ? sql`kind = 2` : sql`kind <> 2`)

/** The net amount that an order has paid a member of one bonus so far, including reversals. Cents. */
export async function sumOrderLines(
  db: Database,
  orderId: CountedOrderId,
  memberId: UserId,
  bonus: CorrectedBonus,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int8 as cents from bonus_lines join months using (month)
     where counted_order_id = ${orderId} and payee_id = ${memberId} and ${matchesBonus(bonus)}
       and (closed_at is not null or return_id <> 0)`.execute(db)
  return rows[0]?.cents ?? 0
}

/** One bonus of a closed month; undefined if the month has no card of the member. Cents. */
export async function findClosedBonus(
  db: Database,
  value: Month,
  memberId: UserId,
  bonus: CorrectedBonus,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('cards')
    .select(bonus === 'level' ? 'level_bonus_cents as cents' : 'sales_bonus_cents as cents')
    .where('month', '=', value)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.cents
}

/** The sum of earlier corrections of one bonus in a member's month. Cents. */
export async function sumCorrections(
  db: Database,
  input: { memberId: UserId; concerns: Month; bonus: CorrectedBonus },
): Promise<number> {
  const { cents } = await db
    .selectFrom('bonus_corrections')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::int8`.as('cents'))
    .where('member_id', '=', input.memberId)
    .where('corrected_month', '=', input.concerns)
    .where('bonus', '=', input.bonus)
    .executeTakeFirstOrThrow()
  return cents
}

export type NewCorrection = {
  month: Month
  memberId: UserId
  bonus: CorrectedBonus
  amountCents: number
  concerns: Month
  orderId: CountedOrderId | undefined
  reason: string
  requestedBy: Person
  /** Undefined if nobody else was able to approve. */
  approvedBy: Person | undefined
}
/** The id is undefined on the command line. */
export type Person = { id: StaffId | undefined; name: string }

export async function insertCorrection(trx: Transaction, input: NewCorrection): Promise<number> {
  const { id } = await trx
    .insertInto('bonus_corrections')
    .values({
      month: input.month,
      member_id: input.memberId,
      bonus: input.bonus,
      amount_cents: input.amountCents,
      corrected_month: input.concerns,
      counted_order_id: input.orderId ?? null,
      reason: input.reason,
      requested_by: input.requestedBy.name,
      requested_by_id: input.requestedBy.id ?? null,
      approved_by: input.approvedBy?.name ?? null,
      approved_by_id: input.approvedBy?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Filters by month, member or order; without filters, all corrections. Latest first. */
export type CorrectionFilter = {
  month?: Month | undefined
  memberId?: UserId | undefined
  /** Number of the counted order. */
  orderNo?: string | undefined
  /** The id of the last one on the previous page. */
  after?: number | undefined
  limit: number
}

export const findCorrections = (db: Database, { month: booked, memberId, orderNo, after, limit }: CorrectionFilter) =>
  db
    .selectFrom('bonus_corrections as correction')
    .innerJoin('users as member', 'member.id', 'correction.member_id')
    .leftJoin('counted_orders as counted', 'counted.id', 'correction.counted_order_id')
    .select([
      'correction.id',
      'correction.month',
      'correction.member_id',
      'member.member_no',
      'member.first_name',
      'member.last_name',
      'correction.bonus',
      'correction.amount_cents',
      'correction.corrected_month',
      'counted.order_no',
      'correction.reason',
      'correction.requested_by',
      'correction.approved_by',
      'correction.booked_at',
    ])
    .$if(booked !== undefined, (query) => query.where('correction.month', '=', booked as Month))
    .$if(memberId !== undefined, (query) => query.where('correction.member_id', '=', memberId as UserId))
    .$if(orderNo !== undefined, (query) => query.where('counted.order_no', '=', orderNo as string))
    .$if(after !== undefined, (query) => query.where('correction.id', '<', after as never))
    .orderBy('correction.id', 'desc')
    .limit(limit)
    .execute()

/** Corrections as shown to a member. */
const selectExplained = (db: Database) =>
  db
    .selectFrom('bonus_corrections as correction')
    .leftJoin('counted_orders as counted', 'counted.id', 'correction.counted_order_id')
    .select(['correction.id', 'correction.bonus', 'correction.amount_cents', 'correction.corrected_month'])
    .select(['counted.order_no', 'correction.reason', 'correction.booked_at'])
    .orderBy('correction.id', 'desc')

export type ExplainedCorrection = Awaited<ReturnType<typeof findCorrectionsById>>[number]

export const findCorrectionsById = (db: Database, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : selectExplained(db).where(sql<boolean>`correction.id = any(${ids}::int[])`).execute()

/** Corrections of one bonus in a member's month, latest first, and the sum of those beyond the limit. */
export async function findMemberCorrections(
  db: Database,
  input: { memberId: UserId; month: Month; bonus: CorrectedBonus; limit: number },
) {
  const selectFrom = (offset: number) =>
    selectExplained(db)
      .where('correction.member_id', '=', input.memberId)
      .where('correction.month', '=', input.month)
      .where('correction.bonus', '=', input.bonus)
      .offset(offset)
  const rows = await selectFrom(0).limit(input.limit).execute()
  if (rows.length < input.limit) return { rows, further: undefined }
  const { rows: sums } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(amount_cents), 0)::int8 as cents
      from (${selectFrom(input.limit)}) further`.execute(db)
  return { rows, further: sums[0]?.count ? sums[0] : undefined }
}

/** The balance carried into a month; undefined if the month before is not closed. Cents. */
export async function findOpeningBalance(db: Database, previous: Month, memberId: UserId): Promise<number | undefined> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce((select carried_cents from cards where month = ${previous} and member_id = ${memberId}), 0)::int8 as cents
      from months where month = ${previous} and closed_at is not null`.execute(db)
  return rows[0]?.cents
}
