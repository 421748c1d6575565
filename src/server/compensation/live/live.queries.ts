import type pg from 'pg'
import type { Month } from '#domain/calendar/month.ts'
import type { CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import type { Connection } from '#server/platform/database/connection.ts'

/** The enrollment time of a user, in microseconds; 0 if there is no user. */
export async function findEnrolledAt({ pool }: Pick<Connection, 'pool'>, id: number | undefined): Promise<number> {
  const { rows } = await pool.query(
    'select (extract(epoch from created_at) * 1000000)::int8 as enrolled from users where id = $1',
    [id],
  )
  return rows[0]?.enrolled ?? 0
}

/** Returns whether a month was closed in this shop. */
export async function isClosedMonth({ pool }: Pick<Connection, 'pool'>, value: Month): Promise<boolean> {
  const { rows } = await pool.query(
    'select from months where month = $1 and closed_at is not null and not closed_externally',
    [value],
  )
  return rows.length > 0
}

/** A member of a month: `enrolled` in microseconds, null for no sponsor. */
export type MemberRow = { id: number; enrolled: number; sponsorId: number | null; active: boolean }

/**
 * Some members of a month that is not closed, by time of enrollment, with the latest edge and status that apply to it.
 */
export async function findMembers(client: pg.ClientBase, value: Month, ids: readonly number[]): Promise<MemberRow[]> {
  const { rows } = await client.query(
    `select users.id, (extract(epoch from created_at) * 1000000)::int8 as enrolled, sponsor_id, held.status = 'active' as active
       from users
       cross join lateral (select sponsor_id from sponsorships
         where member_id = users.id and from_month <= $1 order by from_month desc limit 1) edge
       cross join lateral (select status from member_statuses
         where member_id = users.id and from_month <= $1 order by from_month desc limit 1) held
      where users.id = any($2::int[])
      order by created_at, users.id`,
    [value, ids],
  )
  return rows.map((row) => ({ id: row.id, enrolled: row.enrolled, sponsorId: row.sponsor_id, active: row.active }))
}

/**
 * An order's value in its month; `memberId` is null without a member, and before the member's enrollment (docs/plan
 * §11).
 */
export type OrderRow = { id: number; memberId: number | null; customer: boolean; cvCents: number; pv: number }

/** Some of the month's orders by id. */
export async function findOrders(client: pg.ClientBase, value: Month, ids: readonly number[]): Promise<OrderRow[]> {
  const { rows } = await client.query(
    `select id, case when not before_enrollment then member_id end as member_id, customer, month_cv_cents, month_pv
       from counted_orders
      where month = $1 and id = any($2::int[]) order by id`,
    [value, ids],
  )
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    customer: row.customer,
    cvCents: row.month_cv_cents,
    pv: row.month_pv,
  }))
}

/** Returns in a month on orders of earlier ones: points and value, and the lines that reversed bonuses. */
export type BookedRows = {
  volumes: { returnId: number; memberId: number; customer: boolean; cvCents: number; pv: number }[]
  lines: { returnId: number; payeeId: number; kind: number; amountCents: number }[]
}

/** Booked returns on the given orders. */
export async function findBookedReturns(
  client: pg.ClientBase,
  value: Month,
  orderIds: readonly number[],
): Promise<BookedRows> {
  const volumes = await client.query(
    `select back.id as return_id, counted.member_id, counted.customer, back.cv_cents, back.pv
       from order_returns back join counted_orders counted on counted.id = back.counted_order_id
      where back.month = $1 and counted.month <> $1 and counted.member_id is not null and not before_enrollment
        and back.counted_order_id = any($2::int[])`,
    [value, orderIds],
  )
  // Only lines of these returns: another return may be booked between the two statements, and is announced by a
  // separate change.
  const lines = await client.query(
    `select return_id, payee_id, kind, amount_cents from bonus_lines
      where month = $1 and return_id = any($3::int[]) and counted_order_id = any($2::int[])`,
    [value, orderIds, volumes.rows.map((row) => row.return_id)],
  )
  return {
    volumes: volumes.rows.map((row) => ({
      returnId: row.return_id,
      memberId: row.member_id,
      customer: row.customer,
      cvCents: 0 - row.cv_cents,
      pv: 0 - row.pv,
    })),
    lines: lines.rows.map((row) => ({
      returnId: row.return_id,
      payeeId: row.payee_id,
      kind: row.kind,
      amountCents: row.amount_cents,
    })),
  }
}

/** A return on a member's order of an earlier month: negative, with the lines that reversed its bonuses. */
export type ReturnRow = {
  returnId: number
  orderId: number
  memberId: number
  customer: boolean
  cvCents: number
  pv: number
  lines: { payeeId: number; kind: number; depth: number; amountCents: number }[]
}

/** Some returns of a month, only on orders of earlier ones. */
export async function findReturns(pool: pg.Pool, value: Month, returnIds: readonly number[]): Promise<ReturnRow[]> {
  const { rows } = await pool.query(
    `select back.id, counted_order_id, member_id, customer, back.cv_cents, back.pv
       from order_returns back join counted_orders counted on counted.id = back.counted_order_id
      where back.id = any($2::int[]) and back.month = $1 and counted.month <> $1 and member_id is not null
        and not before_enrollment`,
    [value, returnIds],
  )
  // Filters by order first, because the only index of lines begins with it.
  const lines = await pool.query(
    `select return_id, payee_id, kind, depth, amount_cents from bonus_lines
      where counted_order_id = any($1::int[]) and return_id = any($2::int[])`,
    [rows.map((row) => row.counted_order_id), rows.map((row) => row.id)],
  )
  const returnRows = new Map<number, ReturnRow>()
  for (const row of rows) {
    const { id: returnId, counted_order_id: orderId, member_id: memberId, customer } = row
    const amounts = { cvCents: 0 - row.cv_cents, pv: 0 - row.pv }
    returnRows.set(returnId, { returnId, orderId, memberId, customer, ...amounts, lines: [] })
  }
  for (const { return_id, payee_id: payeeId, kind, depth, amount_cents: amountCents } of lines.rows) {
    returnRows.get(return_id)?.lines.push({ payeeId, kind, depth, amountCents })
  }
  return [...returnRows.values()]
}

export type CorrectionRow = { id: number; memberId: number; bonus: CorrectedBonus; amountCents: number }

/** Some corrections by id. */
export async function findCorrections(
  client: Pick<pg.ClientBase, 'query'>,
  ids: readonly number[],
): Promise<CorrectionRow[]> {
  const { rows } = await client.query(
    'select id, member_id, bonus, amount_cents from bonus_corrections where id = any($1::int[]) order by id',
    [ids],
  )
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    bonus: row.bonus,
    amountCents: row.amount_cents,
  }))
}
