import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderId } from '#server/platform/database/tables.generated.ts'

export const findCountedOrder = (db: Database, orderNo: string) =>
  db
    .selectFrom('counted_orders')
    .select(['id', 'order_no', 'order_id', 'member_id', 'before_enrolment', 'customer', 'completed_at', 'month'])
    .select(['cv_cents', 'pv', 'month_cv_cents', 'month_pv', 'remaining_cv_cents', 'remaining_pv'])
    .where('order_no', '=', orderNo)
    .executeTakeFirst()

/** The order's other counts: it was completed again after its payment bounced (docs/plan §3.6). */
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

/** What came back of an order, as it was booked. */
export const findReturnsOfOrder = (db: Database, id: CountedOrderId) =>
  db
    .selectFrom('order_returns')
    .select(['id', 'month', 'kind', 'returned_at', 'cv_cents', 'pv'])
    .where('counted_order_id', '=', id)
    .orderBy(sql`id`)
    .execute()
