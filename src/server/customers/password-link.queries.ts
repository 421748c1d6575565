import { sql } from 'kysely'
import { userTables } from '#server/identity/credentials/account-tables.ts'
import { deletePasswordLink } from '#server/identity/credentials/password-links.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

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
  await deletePasswordLink(trx, userTables, userId)
  await trx.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
}
