import { sql } from 'kysely'
import type { Database, Transaction } from '../database/connect.ts'
import type { EmailChangeId, UserId } from '../database/tables.generated.ts'

export const lockEmail = (trx: Transaction, userId: UserId) =>
  trx.selectFrom('users').select('email').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

/** False when another account has the address. */
export async function setProfile(
  trx: Transaction,
  userId: UserId,
  profile: { first_name: string; last_name: string; email: string },
): Promise<boolean> {
  const { rows } = await sql`
    update users set first_name = ${profile.first_name}, last_name = ${profile.last_name}, email = ${profile.email},
      email_proven_at = case when email = ${profile.email} then email_proven_at end
     where id = ${userId} and not exists (select from users where email = ${profile.email} and id <> ${userId})
    returning id`.execute(trx)
  return rows.length === 1
}

export async function insertEmailChange(trx: Transaction, userId: UserId, oldEmail: string): Promise<EmailChangeId> {
  const row = await trx
    .insertInto('email_changes')
    .values({ user_id: userId, old_email: oldEmail })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The change a mail is to tell of, its link replaced by a new one. */
export const renewUndoLink = (db: Database, id: number, tokenHash: Buffer) =>
  db
    .updateTable('email_changes')
    .set({ token_hash: tokenHash })
    .where('id', '=', id as EmailChangeId)
    .returning(['user_id', 'old_email'])
    .executeTakeFirst()

/** Uses a link up: which address it gives back to whom. */
export const takeUndoLink = (trx: Transaction, tokenHash: Buffer) =>
  trx
    .updateTable('email_changes')
    .set({ token_hash: null })
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .returning(['user_id', 'old_email'])
    .executeTakeFirst()

/** False when another account has the address by now. Who has the link reads its mailbox. */
export async function giveEmailBack(trx: Transaction, userId: UserId, email: string): Promise<boolean> {
  const { rows } = await sql`
    update users set email = ${email}, email_proven_at = now()
     where id = ${userId} and not exists (select from users where email = ${email} and id <> ${userId})
    returning id`.execute(trx)
  return rows.length === 1
}

/** A link that went to another mailbox sets no password any more. */
export async function endPasswordLink(trx: Transaction, userId: UserId): Promise<void> {
  await trx.deleteFrom('password_links').where('user_id', '=', userId).execute()
}
