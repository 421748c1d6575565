import { sql } from 'kysely'
import type { Database, Transaction } from '../database/connect.ts'
import type { OrderId, UserId } from '../database/tables.generated.ts'

/** The calendar month of now on the store's own clock (plan §4). */
const thisMonth = sql<string>`to_char(now() at time zone 'America/New_York', 'YYYY-MM')`

/** Credits a counted order in the month it is completed in. */
export async function insertCredit(
  trx: Transaction,
  credit: { userId: UserId; orderId: OrderId; points: number; description: string },
): Promise<void> {
  await trx
    .insertInto('point_entries')
    .values({
      user_id: credit.userId,
      cause: 'order',
      order_id: credit.orderId,
      month: thisMonth,
      points: credit.points,
      description: credit.description,
    })
    .execute()
}

/** Takes an order's points back in the month that had them (plan §8); nothing for an order that never gave any. */
export async function insertReversal(trx: Transaction, orderId: OrderId, description: string): Promise<void> {
  await sql`
    insert into point_entries (user_id, cause, order_id, month, points, description)
    select user_id, 'cancellation', order_id, month, -points, ${description}
      from point_entries where order_id = ${orderId} and cause = 'order'`.execute(trx)
}

/** A page of a user's entries, newest first: entries of one index. */
export const findPointEntries = (db: Database, userId: UserId, page: { offset: number; limit: number }) =>
  db
    .selectFrom('point_entries')
    .select(['id', 'description', 'points', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()

/** How many entries a user has and what they come to; read from the index alone. */
export const sumPoints = (db: Database, userId: UserId) =>
  db
    .selectFrom('point_entries')
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(points), 0)::bigint`.as('total')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
