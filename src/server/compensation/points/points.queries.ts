import { sql } from 'kysely'
import type { Month } from '#domain/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { CountedOrderId, OrderReturnId, UserId } from '#server/platform/database/tables.generated.ts'

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
    /** Now by default. */
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

/** Points of orders from before the enrolment are kept, but nobody's: an enrolment that is moved makes them the member's. */
const areTheUsers = sql<boolean>`not exists (
  select from counted_orders where id = point_entries.counted_order_id and before_enrolment)`

/** A page of a user's entries, newest first, from one index. */
export const findPointEntries = (db: Database, userId: UserId, page: { offset: number; limit: number }) =>
  db
    .selectFrom('point_entries')
    .select(['id', 'description', 'points', 'created_at'])
    .where('user_id', '=', userId)
    .where(areTheUsers)
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** The number of a user's entries and their sum, from their indexes alone. */
export const sumPoints = (db: Database, userId: UserId) =>
  db
    .selectFrom('point_entries')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(points), 0)::bigint`.as('total')])
    .where('user_id', '=', userId)
    .where(areTheUsers)
    .executeTakeFirstOrThrow()
