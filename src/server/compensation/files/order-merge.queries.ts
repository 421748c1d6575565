import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'

/** Prevents completions, cancellations and returns until the import is done. */
export async function lockOrders(trx: Transaction): Promise<void> {
  await sql`lock table counted_orders, order_returns, point_entries in share row exclusive mode`.execute(trx)
}

/** The staged rows with their orders: known ones, or new ones with the id that they will get, by time of completion. */
export async function findOrders(trx: Transaction, staged: string, found: string): Promise<number> {
  await sql`
    create temporary table ${sql.table(found)} on commit drop as
    select *, coalesce(known_id, nextval(pg_get_serial_sequence('counted_orders', 'id'))::integer) as id,
      known_id is null as is_new
    from (
      select staged.*, member.id as member_id, member.created_at as enrolled_at, known.id as known_id
        from ${sql.table(staged)} staged
        left join users member using (member_no)
        left join counted_orders known using (order_no)
       order by staged.completed_at, line) given`.execute(trx)
  await sql`analyze ${sql.table(found)}`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(found)} where is_new`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Months of new orders, and of those that the file may cancel. */
export async function findMonths(trx: Transaction, found: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct month from ${sql.table(found)} where is_new or canceled_at is not null order by month`.execute(trx)
  return rows.map(({ month }) => month)
}

/** Counts new orders in the figures of their month and in their member's points. */
export async function insertOrders(trx: Transaction, found: string): Promise<void> {
  await sql`
    insert into counted_orders (id, order_no, member_id, before_enrollment, customer, completed_at, month, cv_cents, pv,
      month_cv_cents, month_pv, remaining_cv_cents, remaining_pv) overriding system value
    select id, order_no, member_id, coalesce(is_before_enrollment(completed_at, enrolled_at), false), customer, completed_at,
      month, cv_cents, pv, cv_cents, pv, cv_cents, pv
      from ${sql.table(found)} where is_new`.execute(trx)
  await sql`
    insert into point_entries (user_id, cause, counted_order_id, month, points, description, created_at)
    select member_id, 'order', id, month, pv, 'Order #' || order_no, completed_at
      from ${sql.table(found)} where is_new and member_id is not null`.execute(trx)
}

/**
 * Cancels, within their own month, the orders that are canceled in the file but not here (docs/plan §8.1). Returns
 * their number. A new order is canceled even if its value is zero: the file has both.
 */
export async function cancelInOpenMonths(
  trx: Transaction,
  found: string,
): Promise<{ canceled: number; known: number }> {
  const { rows } = await sql<{ canceled: number; known: number }>`
    with back as (
      insert into order_returns (counted_order_id, kind, returned_at, month, cv_cents, pv)
      select counted.id, 'cancellation', given.canceled_at, counted.month, remaining_cv_cents, remaining_pv
        from ${sql.table(found)} given join counted_orders counted on counted.id = given.id
        join months on months.month = counted.month
       where given.canceled_at is not null and closed_at is null and (is_new or remaining_cv_cents <> 0 or remaining_pv <> 0)
         and not exists (select from order_returns where counted_order_id = counted.id and kind = 'cancellation')
       order by given.canceled_at, counted.id
      returning id, counted_order_id, returned_at, month, pv),
    emptied as (
      update counted_orders set remaining_cv_cents = 0, remaining_pv = 0, month_cv_cents = 0, month_pv = 0
        from back where counted_orders.id = counted_order_id),
    debited as (
      insert into point_entries (user_id, cause, counted_order_id, return_id, month, points, description, created_at)
      select member_id, 'cancellation', counted_order_id, back.id, back.month, -back.pv,
        format('Order #%s canceled', order_no), returned_at
        from back join counted_orders counted on counted.id = counted_order_id
       where member_id is not null order by back.id)
    select count(*) as canceled, count(*) filter (where not is_new) as known
      from back join ${sql.table(found)} given on given.id = counted_order_id`.execute(trx)
  return rows[0] ?? { canceled: 0, known: 0 }
}

/** Orders of closed months that the file cancels, each of which has lines to be reversed. */
export async function findCanceledInClosedMonths(trx: Transaction, found: string) {
  const { rows } = await sql<{ order_no: string; canceled_at: Date }>`
    select counted.order_no, given.canceled_at
      from ${sql.table(found)} given join counted_orders counted on counted.id = given.id
      join months on months.month = counted.month
     where given.canceled_at is not null and closed_at is not null and (remaining_cv_cents <> 0 or remaining_pv <> 0)
       and not exists (select from order_returns where counted_order_id = counted.id and kind = 'cancellation')
     order by given.canceled_at, counted.id`.execute(trx)
  return rows
}
