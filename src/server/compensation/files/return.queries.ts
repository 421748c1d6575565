import { sql } from 'kysely'
import { dollarsCell, formatForMessage, instantCell } from '#server/platform/csv/cells.ts'
import type { InvalidRows } from '#server/platform/csv/reject-invalid-rows.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId } from '#server/platform/database/tables.generated.ts'

/**
 * Matches the staged rows with their counted orders and known returns. A return on the day of completion, without a
 * time, is after the completion.
 */
export async function matchReturns(trx: Transaction, staged: string, found: string): Promise<void> {
  await sql`
    create temporary table ${sql.table(found)} on commit drop as
    select given.*, back.id as known_id, back.kind as known_kind, back.cv_cents as known_cv_cents,
      case when not back.money_only then back.pv end as known_pv, back.money_only
    from (
      select line, order_no, counted.id, counted.order_id, counted.month, counted.completed_at, staged.cv_cents, staged.pv, last_at,
        case when returned_at < completed_at and last_at >= date_trunc('milliseconds', completed_at)
          then date_trunc('milliseconds', completed_at) else returned_at end as returned_at
        from ${sql.table(staged)} staged left join counted_orders counted using (order_no)) given
    left join order_returns back on back.counted_order_id = given.id
      and date_trunc('milliseconds', back.returned_at) = given.returned_at`.execute(trx)
  await sql`analyze ${sql.table(found)}`.execute(trx)
}

export function selectReturnFaults(found: string): InvalidRows[] {
  const table = sql.table(found)
  const selectChanged = (name: string, here: string, there: string, differs: string) =>
    sql`select line, ${sql.lit(name)}, format('The return of order “%s” at that instant has %s here, not %s.', order_no,
        ${formatForMessage(here)}, ${formatForMessage(there)})
      from ${table} where known_kind = 'return' and ${sql.raw(differs)}`
  return [
    sql`select line, 'order_no', format('There is no counted order “%s”.', order_no) from ${table} where id is null`,
    sql`select line, 'returned_at', format('Order “%s” was completed at %s, after that.', order_no,
        ${formatForMessage(instantCell('completed_at'))})
      from ${table} where last_at < date_trunc('milliseconds', completed_at)`,
    sql`select line, 'returned_at', format('Order “%s” was canceled at that instant.', order_no)
      from ${table} where known_kind = 'cancellation'`,
    // Otherwise the order's page would still count goods that were returned here.
    sql`select line, 'order_no', format('Order “%s” is one of the shop, and its goods come back there.', order_no)
      from ${table} where order_id is not null and known_id is null`,
    selectChanged(
      'cv',
      `(${dollarsCell('known_cv_cents')})::text`,
      `(${dollarsCell('cv_cents')})::text`,
      'known_cv_cents <> cv_cents',
    ),
    selectChanged('pv', 'known_pv::text', 'pv::text', 'known_pv is distinct from pv'),
    sql`select again.line, 'returned_at', format('Line %s has the same return of order “%s” with different figures.', first.line,
        again.order_no)
      from ${table} again join ${table} first using (id, returned_at)
     where first.line < again.line and (first.cv_cents, first.pv) is distinct from (again.cv_cents, again.pv)`,
  ]
}

/** Keeps new returns, each once. Returns their number. */
export async function dropKnownReturns(trx: Transaction, found: string): Promise<number> {
  const table = sql.table(found)
  await sql`delete from ${table} where known_id is not null`.execute(trx)
  await sql`
    delete from ${table} again using (
      select id, returned_at, min(line) as first_line from ${table} group by 1, 2 having count(*) > 1) first
     where again.id = first.id and again.returned_at = first.returned_at and again.line > first_line`.execute(trx)
  await sql`create index on ${table} (id)`.execute(trx)
  const { rows } = await sql<{ count: number }>`select count(*) from ${table}`.execute(trx)
  return rows[0]?.count ?? 0
}

export async function findMonthsOfReturns(trx: Transaction, found: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct month from ${sql.table(found)} order by month`.execute(trx)
  return rows.map(({ month }) => month)
}

type ReturnFigures = { cvCents: number; pv: number | null }
export type ReturnedOrder = {
  id: CountedOrderId
  order_no: string
  month: string
  cv_cents: number
  pv: number
  remaining_cv_cents: number
  remaining_pv: number
  earlier: ReturnFigures[]
  now: (ReturnFigures & { line: number; at: string })[]
}

/** The next orders with returns, by id, with all their returns in order. */
export async function findReturnedOrders(trx: Transaction, found: string, after: number, limit: number) {
  const { rows } = await sql<ReturnedOrder>`
    select counted.id, counted.order_no, counted.month, counted.cv_cents, counted.pv, remaining_cv_cents, remaining_pv, earlier, now
    from (
      select id, json_agg(json_build_object('cvCents', cv_cents, 'pv', pv, 'line', line, 'at', returned_at)
          order by returned_at, line) as now
        from ${sql.table(found)} where id > ${after} group by id order by id limit ${limit}) given
    join counted_orders counted using (id)
    cross join lateral (
      select coalesce(json_agg(json_build_object('cvCents', cv_cents, 'pv', case when not money_only then pv end) order by id),
        '[]') as earlier
        from order_returns where counted_order_id = counted.id) before
    order by id`.execute(trx)
  return rows
}

export type BookedReturn = { id: CountedOrderId; at: string; cvCents: number; pv: number; moneyOnly: boolean }
export type RemainingVolume = { id: CountedOrderId; cvCents: number; pv: number }

/** Books returns within the orders' own months, with the remaining value of each and the reversed points. */
export async function insertReturns(
  trx: Transaction,
  booked: readonly BookedReturn[],
  remaining: readonly RemainingVolume[],
) {
  await sql`
    with back as (
      insert into order_returns (counted_order_id, kind, returned_at, month, cv_cents, pv, money_only)
      select counted.id, 'return', returned_at, month, given.cv_cents, given.pv, money_only
        from unnest(${booked.map(({ id }) => id)}::integer[], ${booked.map(({ at }) => at)}::timestamptz[],
          ${booked.map(({ cvCents }) => cvCents)}::bigint[], ${booked.map(({ pv }) => pv)}::integer[],
          ${booked.map(({ moneyOnly }) => moneyOnly)}::boolean[]) with ordinality
          as given (id, returned_at, cv_cents, pv, money_only, place)
        join counted_orders counted on counted.id = given.id
       order by place
      returning id, counted_order_id, month, pv, returned_at),
    lessened as (
      update counted_orders set remaining_cv_cents = given.cv_cents, remaining_pv = given.pv, month_cv_cents = given.cv_cents,
          month_pv = given.pv
        from unnest(${remaining.map(({ id }) => id)}::integer[], ${remaining.map(({ cvCents }) => cvCents)}::bigint[],
          ${remaining.map(({ pv }) => pv)}::integer[]) as given (id, cv_cents, pv)
       where counted_orders.id = given.id)
    insert into point_entries (user_id, cause, counted_order_id, return_id, month, points, description, created_at)
    select member_id, 'return', counted_order_id, back.id, back.month, -back.pv, format('Order #%s returned', order_no),
      returned_at
      from back join counted_orders counted on counted.id = counted_order_id
     where member_id is not null order by back.id`.execute(trx)
}
