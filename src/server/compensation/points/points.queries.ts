import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderId, OrderReturnId, UserId } from '#server/platform/database/tables.generated.ts'

export async function insertEntry(
  trx: Transaction,
  entry: {
    countedOrderId: CountedOrderId
    returnId: OrderReturnId | null
    memberId: UserId
    cause: 'order' | 'cancellation' | 'return'
    month: Month
    points: number
    description: string
    /** Defaults to now. */
    at?: Date
  },
): Promise<void> {
  await trx
    .insertInto('point_entries')
    .values({
      counted_order_id: entry.countedOrderId,
      return_id: entry.returnId,
      user_id: entry.memberId,
      cause: entry.cause,
      month: entry.month,
      points: entry.points,
      description: entry.description,
      ...(entry.at && { created_at: entry.at }),
    })
    .execute()
}

/**
 * Points of orders from before the enrollment are stored without a member: moving the enrollment assigns them to the
 * member.
 */
const BELONGS_TO_USER = sql<boolean>`not exists (
  select from counted_orders where id = point_entries.counted_order_id and before_enrollment)`

/** A page of a user's entries, newest first, from one index. */
export const findPointEntries = (db: Database, userId: UserId, page: { offset: number; limit: number }) =>
  db
    .selectFrom('point_entries')
    .select(['id', 'description', 'points', 'created_at'])
    .where('user_id', '=', userId)
    .where(BELONGS_TO_USER)
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** An order of the user; undefined if it belongs to another user or to a guest. */
export const findUserOrder = (db: Database, userId: UserId, orderId: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'status', 'credited_user_id'])
    .where('id', '=', orderId as OrderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** An order's points for the user in each month; includes orders without points. */
export async function findMonthsOfOrder(
  db: Database,
  userId: UserId,
  orderId: OrderId,
): Promise<{ month: Month; points: number; before_enrollment: boolean }[]> {
  const { rows } = await sql<{ month: Month; points: number; before_enrollment: boolean }>`
    select coalesce(entry.month, counted.month) as month, coalesce(sum(points), 0)::int as points,
        bool_and(before_enrollment) as before_enrollment
      from counted_orders counted left join point_entries entry on entry.counted_order_id = counted.id
     where counted.order_id = ${orderId} and counted.member_id = ${userId}
     group by 1 order by 1`.execute(db)
  return rows
}

/** The number of a user's entries and their sum, from indexes alone. */
export const sumPoints = (db: Database, userId: UserId) =>
  db
    .selectFrom('point_entries')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(points), 0)::bigint`.as('total')])
    .where('user_id', '=', userId)
    .where(BELONGS_TO_USER)
    .executeTakeFirstOrThrow()
