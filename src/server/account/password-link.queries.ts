import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Replaces any older link of the user. */
export async function replacePasswordLink(
  trx: Transaction,
  link: { userId: UserId; tokenHash: Buffer; minutes: number },
): Promise<void> {
  const columns = {
    token_hash: link.tokenHash,
    expires_at: sql<Date>`now() + make_interval(mins => ${link.minutes})`,
  }
  await trx
    .insertInto('password_links')
    .values({ user_id: link.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Finds the user whose password the link can set now. */
export const findPasswordLink = (db: Database | Transaction, tokenHash: Buffer) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Deletes links that set a password or prove the email. Links mailed before a change must not work after it. */
export async function deleteLinks(trx: Transaction, userId: UserId): Promise<void> {
  await trx.deleteFrom('password_links').where('user_id', '=', userId).execute()
  await trx.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
}
