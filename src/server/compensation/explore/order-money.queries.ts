import { sql } from 'kysely'
import { reversalCauseLabels } from '#domain/compensation/rules/reversal-cause.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderId } from '#server/platform/database/tables.generated.ts'

export const findCountedOrder = (db: Database, orderNo: string) =>
  db
    .selectFrom('counted_orders')
    .select(['id', 'order_no', 'order_id', 'member_id', 'before_enrollment', 'customer', 'completed_at', 'month'])
    .select(['cv_cents', 'pv', 'month_cv_cents', 'month_pv', 'remaining_cv_cents', 'remaining_pv'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst()

/** Further counts of the order: it was completed again after its payment bounced (docs/plan §3.6). */
export const findOtherCounts = (db: Database, orderId: OrderId, id: CountedOrderId) =>
  db
    .selectFrom('counted_orders')
    .select(['order_no', 'month'])
    .where('order_id', '=', orderId)
    .where('id', '<>', id)
    .orderBy('id')
    .execute()

export const findOrderStatus = (db: Database, id: OrderId) =>
  db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst()

/** Every line of an order, those of the close first. */
export const findLinesOfOrder = (db: Database, id: CountedOrderId) =>
  db
    .selectFrom('bonus_lines')
    .select(['month', 'payee_id', 'kind', 'depth', 'level', 'rate_bp', 'covered_bp', 'covered_by_id', 'cv_cents'])
    .select(['amount_cents', 'return_id'])
    .where('counted_order_id', '=', id)
    .orderBy('return_id')
    .orderBy('depth')
    .orderBy('kind')
    .execute()

export type ReturnRow = {
  id: number
  month: string
  kind: 'cancellation' | 'return'
  /** The text of the member's points entry. */
  entry: string | null
  returned_at: Date
  cv_cents: number
  pv: number
}

/** Returns on an order, as booked. */
export async function findReturnsOfOrder(db: Database, id: CountedOrderId): Promise<ReturnRow[]> {
  // An order without a credited member has no points entry: the cause is the cancellation or reopening at the same
  // time.
  const { rows } = await sql<ReturnRow>`
    select back.id, back.month, back.kind, back.returned_at, back.cv_cents, back.pv,
      coalesce(
        (select description from point_entries where return_id = back.id),
        (select case happened.change when 'reopened' then ${`Order ${reversalCauseLabels.payment_taken_back}`} end from order_changes happened
          where happened.order_id = counted.order_id and happened.change in ('canceled', 'reopened')
          order by abs(extract(epoch from happened.changed_at - back.returned_at)) limit 1)) as entry
      from order_returns back join counted_orders counted on counted.id = back.counted_order_id
     where counted.id = ${id} order by back.id`.execute(db)
  return rows
}
