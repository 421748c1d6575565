import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Serializes signing in with switching on the second factor. */
export async function lockUser(trx: Transaction, userId: UserId): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/**
 * Deletes a second factor that is being set up, or that was switched on at most 7 days before `requestedAt` or since. Keeps
 * an older one of the user.
 */
export async function deleteRecentSecondFactor(trx: Transaction, userId: UserId, requestedAt: Date): Promise<void> {
  await sql`delete from second_factors where user_id = ${userId}
    and (confirmed_at is null or confirmed_at > ${requestedAt}::timestamptz - interval '7 days')`.execute(trx)
}

/** Returns the user whose second factor was deleted. Undefined if there is no such user or second factor. */
export async function deleteConfirmedSecondFactor(db: Database, email: string): Promise<UserId | undefined> {
  const row = await db
    .deleteFrom('second_factors')
    .using('users')
    .whereRef('users.id', '=', 'second_factors.user_id')
    .where('users.email', '=', email)
    .where('second_factors.confirmed_at', 'is not', null)
    .returning('users.id')
    .executeTakeFirst()
  return row?.id
}
