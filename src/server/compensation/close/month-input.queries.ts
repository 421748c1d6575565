import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { copyOut, type RowSource, splitIdRange } from '#server/platform/database/copy-out.ts'

export const findMonth = (db: Database, month: Month) =>
  db
    .selectFrom('months')
    .select(['closed_at', 'closed_externally', 'plan_version', 'inputs_hash'])
    .where('month', '=', month)
    .executeTakeFirst()

export async function findMaxUserId(db: Database): Promise<number> {
  const { rows } = await sql<{ highest: number }>`select coalesce(max(id), 0) as highest from users`.execute(db)
  return rows[0]?.highest ?? 0
}

/** Ids of the month's orders; an empty range if there are none. */
export async function findOrderRange(db: Database, month: Month): Promise<{ lowest: number; highest: number }> {
  const { rows } = await sql<{ lowest: number; highest: number }>`
    select coalesce(min(id), 1) as lowest, coalesce(max(id), 0) as highest from counted_orders where month = ${month}`.execute(
    db,
  )
  return rows[0] ?? { lowest: 1, highest: 0 }
}

/** Number of a month's cards; their indexes are 0 … n − 1. */
export async function countCards(db: Database, month: Month): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(max(member_index), -1) + 1 as count from cards where month = ${month}`.execute(db)
  return rows[0]?.count ?? 0
}

// A month is YYYY-MM by its type, and ids are numbers, so they are safe in a statement that takes no parameters.

/** Reads each user with the microsecond of enrollment, by id. */
export async function readMembers(
  source: RowSource,
  highest: number,
  onRow: (id: number, enrolledAt: number) => void,
): Promise<void> {
  for (const [after, to] of splitIdRange(source.engine, 1, highest)) {
    const query = `select id, (extract(epoch from created_at) * 1000000)::bigint from users where id > ${after} and id <= ${to}`
    await copyOut(source, query, ['int4', 'int8'], ({ numbers }) => onRow(numbers[0] as number, numbers[1] as number))
  }
}

/**
 * Reads each member's sponsor as of the month, −1 for none. A member with several edges has several rows; the last one
 * counts.
 */
export async function readSponsors(
  source: RowSource,
  month: Month,
  highest: number,
  onRow: (id: number, sponsorId: number) => void,
): Promise<void> {
  for (const [after, to] of splitIdRange(source.engine, 1, highest)) {
    const query = `select member_id, coalesce(sponsor_id, -1) from sponsorships
      where from_month <= '${month}' and member_id > ${after} and member_id <= ${to} order by member_id, from_month`
    await copyOut(source, query, ['int4', 'int4'], ({ numbers }) => onRow(numbers[0] as number, numbers[1] as number))
  }
}

/** Reads whether each member is Active at the month's end, 1 or 0; of several rows of a member the last one counts. */
export async function readStatuses(
  source: RowSource,
  month: Month,
  highest: number,
  onRow: (id: number, active: number) => void,
): Promise<void> {
  for (const [after, to] of splitIdRange(source.engine, 1, highest)) {
    const query = `select member_id, status = 'active' from member_statuses
      where from_month <= '${month}' and member_id > ${after} and member_id <= ${to} order by member_id, from_month`
    await copyOut(source, query, ['int4', 'bool'], ({ numbers }) => onRow(numbers[0] as number, numbers[1] as number))
  }
}

/** Reads the frozen tree of a closed month, ordered by member index. */
export async function readFrozenTree(
  source: RowSource,
  month: Month,
  onRow: (id: number, sponsorId: number, active: number) => void,
): Promise<void> {
  const count = await countCards(source.db, month)
  for (const [after, to] of splitIdRange(source.engine, 0, count)) {
    const query = `select member_id, coalesce(sponsor_id, -1), active from cards
      where month = '${month}' and member_index > ${after} and member_index <= ${to} order by member_index`
    await copyOut(source, query, ['int4', 'int4', 'bool'], ({ numbers }) =>
      onRow(numbers[0] as number, numbers[1] as number, numbers[2] as number),
    )
  }
}

type OrderRowHandler = (id: number, memberId: number, customer: number, cvCents: number, pv: number) => void

/**
 * Reads the month's orders with their values in it, by id; credited to nobody before the enrollment of their member
 * (docs/plan §11).
 */
export async function readOrders(source: RowSource, month: Month, onRow: OrderRowHandler): Promise<void> {
  const { lowest, highest } = await findOrderRange(source.db, month)
  for (const [after, to] of splitIdRange(source.engine, lowest, highest)) {
    const query = `select id, case when before_enrollment then -1 else coalesce(member_id, -1) end, customer, month_cv_cents, month_pv from counted_orders
      where month = '${month}' and id > ${after} and id <= ${to} order by id`
    await copyOut(
      source,
      query,
      ['int4', 'int4', 'bool', 'int8', 'int4'],
      ({ numbers: [id, member, isCustomer, cv, pv] }) =>
        onRow(id as number, member as number, isCustomer as number, cv as number, pv as number),
    )
  }
}

/** Reads returns in the month on orders of earlier, closed ones: negative, by return. */
export const readBookedVolumes = (source: RowSource, month: Month, onRow: OrderRowHandler): Promise<void> =>
  copyOut(
    source,
    `select back.id, member_id, customer, -back.cv_cents, -back.pv
       from order_returns back join counted_orders counted on counted.id = back.counted_order_id
      where back.month = '${month}' and counted.month <> back.month and member_id is not null and not before_enrollment
      order by back.id`,
    ['int4', 'int4', 'bool', 'int8', 'int4'],
    ({ numbers: [id, member, isCustomer, cv, pv] }) =>
      onRow(id as number, member as number, isCustomer as number, cv as number, pv as number),
  )

/** Reads the reversal lines that are booked in the month. */
export const readBookedLines = (
  source: RowSource,
  month: Month,
  onRow: (payeeId: number, kind: number, amountCents: number, returnId: number) => void,
): Promise<void> =>
  copyOut(
    source,
    `select payee_id, kind, amount_cents, return_id from bonus_lines where month = '${month}' and return_id <> 0
      order by counted_order_id, payee_id, kind, return_id`,
    ['int4', 'int2', 'int8', 'int4'],
    ({ numbers: [payee, kind, amount, returnId] }) =>
      onRow(payee as number, kind as number, amount as number, returnId as number),
  )

/** Reads staff corrections in the month, by id; `bonus` is an index of CORRECTED_BONUSES. */
export const readCorrections = (
  source: RowSource,
  month: Month,
  onRow: (id: number, memberId: number, bonus: number, amountCents: number) => void,
): Promise<void> =>
  copyOut(
    source,
    `select id, member_id, bonus = 'level', amount_cents from bonus_corrections where month = '${month}' order by id`,
    ['int4', 'int4', 'bool', 'int8'],
    ({ numbers: [id, member, bonus, amount] }) =>
      onRow(id as number, member as number, bonus as number, amount as number),
  )
