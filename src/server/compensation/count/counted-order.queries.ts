import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import { LINE_KINDS, type LineKind, type PathMember } from '#domain/compensation/rules/line.ts'
import type { PostedLine, ReversalLine } from '#domain/compensation/rules/reverse-order.ts'
import type { Return } from '#domain/compensation/rules/volumes.ts'
import { cents } from '#domain/money/money.ts'
import { points } from '#domain/money/points.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderId, OrderReturnId, UserId } from '#server/platform/database/tables.generated.ts'

/**
 * Inserts a completed order with its value after earlier returns. Its number is the shop's, with `-2`, `-3` … if it was
 * completed again (docs/plan §3). If an imported order has the same number, it is prefixed with `shop-`, repeatedly if
 * necessary.
 */
export async function insertCountedOrder(trx: Transaction, orderId: OrderId, value: Month, customer: boolean) {
  const { rows } = await sql<{ id: CountedOrderId; order_no: string; member_id: UserId | null; pv: number }>`
    insert into counted_orders (order_no, order_id, occurrence, member_id, before_enrollment, customer, completed_at, month,
      cv_cents, pv, month_cv_cents, month_pv, remaining_cv_cents, remaining_pv)
    select case when exists (select 1 from counted_orders taken where taken.order_no = name.own)
        then (select repeat('shop-', min(times)) || name.own from generate_series(1, 20) times where not exists (
          select 1 from counted_orders taken where taken.order_no = repeat('shop-', times) || name.own))
        else name.own end,
      id, earlier.times + 1, credited_user_id,
      coalesce(is_before_enrollment(completed_at, (select created_at from users where id = credited_user_id)), false),
      ${customer}, completed_at,
      ${value}, now.cv, now.pv, now.cv, now.pv, now.cv, now.pv
      from orders
      cross join lateral (
        select count(*)::int as times from counted_orders where order_id = orders.id) as earlier
      cross join lateral (
        select coalesce(sum(back.cv_cents), 0) as cv, coalesce(sum(back.pv), 0) as pv
          from order_returns back join counted_orders counted on counted.id = back.counted_order_id
         where counted.order_id = orders.id and back.kind = 'return') as counted_back
      cross join lateral (
        select counted_back.cv + coalesce(sum(line.cv_cents), 0) as cv, counted_back.pv + coalesce(sum(line.pv), 0) as pv
          from goods_returns back join goods_return_lines line on line.goods_return_id = back.id
         where back.order_id = orders.id and not back.was_counted) as returned
      cross join lateral (
        select orders.id || case when earlier.times = 0 then '' else '-' || earlier.times + 1 end as own) as name
      cross join lateral (select orders.cv_cents - returned.cv as cv, orders.pv - returned.pv as pv) as now
     where id = ${orderId}
    returning id, order_no, member_id, pv`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`order ${orderId} does not exist`)
  return { countedOrderId: row.id, orderNo: row.order_no, memberId: row.member_id, points: row.pv }
}

/** Finds the counted order and locks it until the transaction ends; if it counted several times, the latest. */
export const lockCountedOrder = (trx: Transaction, orderRef: { orderId: OrderId } | { orderNo: string }) =>
  trx
    .selectFrom('counted_orders')
    .select([
      'id',
      'order_no',
      'member_id',
      'before_enrollment',
      'customer',
      'month',
      'cv_cents',
      'pv',
      'remaining_cv_cents',
      'remaining_pv',
    ])
    .where((order) =>
      'orderId' in orderRef ? order('order_id', '=', orderRef.orderId) : order('order_no', '=', orderRef.orderNo),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Returns on an order so far, in booking order: each was valid after those before it. */
export async function findReturns(trx: Transaction, id: CountedOrderId): Promise<Return[]> {
  const rows = await trx
    .selectFrom('order_returns')
    .select(['cv_cents', 'pv', 'money_only'])
    .where('counted_order_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ cv_cents, pv, money_only }) => ({
    cvCents: cents(cv_cents),
    pv: money_only ? undefined : points(pv),
  }))
}

export type NewReturn = {
  countedOrderId: CountedOrderId
  kind: 'cancellation' | 'return'
  returnedAt: Date
  month: Month
  cvCents: number
  pv: number
  moneyOnly: boolean
}

export async function insertReturn(trx: Transaction, input: NewReturn): Promise<OrderReturnId> {
  const { id } = await trx
    .insertInto('order_returns')
    .values({
      counted_order_id: input.countedOrderId,
      kind: input.kind,
      returned_at: input.returnedAt,
      month: input.month,
      cv_cents: input.cvCents,
      pv: input.pv,
      money_only: input.moneyOnly,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Sets the remaining value of an order; within its own month, that is also its value in the month. */
export async function setRemaining(
  trx: Transaction,
  id: CountedOrderId,
  remaining: { cvCents: number; pv: number; insideItsMonth: boolean },
): Promise<void> {
  const { cvCents, pv, insideItsMonth } = remaining
  await trx
    .updateTable('counted_orders')
    .set({
      remaining_cv_cents: cvCents,
      remaining_pv: pv,
      ...(insideItsMonth && { month_cv_cents: cvCents, month_pv: pv }),
    })
    .where('id', '=', id)
    .execute()
}

/** The path of a closed month's order, from the credited member to the top, as frozen by the close. */
export async function findFrozenPath(trx: Transaction, value: Month, credited: UserId): Promise<PathMember[]> {
  const { rows } = await sql<PathMember>`
    with recursive path as (
      select member_id, sponsor_id, active, level, 0 as depth from cards where month = ${value} and member_id = ${credited}
      union all
      select cards.member_id, cards.sponsor_id, cards.active, cards.level, depth + 1
        from path join cards on cards.month = ${value} and cards.member_id = path.sponsor_id)
    select member_id as member, active, level from path order by depth`.execute(trx)
  return rows
}

/** Every line of an order so far, including reversals. */
export async function findPostedLines(trx: Transaction, id: CountedOrderId): Promise<PostedLine[]> {
  const rows = await trx
    .selectFrom('bonus_lines')
    .select(['payee_id', 'kind', 'amount_cents'])
    .where('counted_order_id', '=', id)
    .execute()
  return rows.map(({ payee_id, kind, amount_cents }) => ({
    payee: payee_id,
    kind: LINE_KINDS[kind] as LineKind,
    amountCents: cents(amount_cents),
  }))
}

export async function insertReversals(
  trx: Transaction,
  {
    countedOrderId,
    returnId,
    month: booked,
  }: { countedOrderId: CountedOrderId; returnId: OrderReturnId; month: Month },
  lines: readonly ReversalLine[],
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line) => ({
    month: booked,
    counted_order_id: countedOrderId,
    payee_id: line.payee,
    kind: LINE_KINDS.indexOf(line.kind),
    depth: line.depth,
    level: line.level,
    rate_bp: line.rateBp,
    covered_bp: line.coveredBp,
    covered_by_id: line.coveredBy ?? null,
    cv_cents: line.valueCents,
    amount_cents: line.amountCents,
    return_id: returnId,
  }))
  await trx.insertInto('bonus_lines').values(rows).execute()
}

/** The plan version of a closed month. */
export async function findPlanVersion(trx: Transaction, value: Month): Promise<number> {
  const row = await trx.selectFrom('months').select('plan_version').where('month', '=', value).executeTakeFirst()
  if (!row?.plan_version) throw new Error(`month ${value} is not closed here`)
  return row.plan_version
}
