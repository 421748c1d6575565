import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

const LINK_HOURS = 24

export const findEmail = (db: Database | Transaction, userId: UserId) =>
  db.selectFrom('users').select(['email', 'email_verified_at']).where('id', '=', userId).executeTakeFirst()

/** Replaces any older link of the user. */
export async function replaceProofLink(
  trx: Transaction,
  link: { userId: UserId; email: string; tokenHash: Buffer },
): Promise<void> {
  const columns = {
    email: link.email,
    token_hash: link.tokenHash,
    expires_at: sql<Date>`now() + make_interval(hours => ${LINK_HOURS})`,
  }
  await trx
    .insertInto('email_verifications')
    .values({ user_id: link.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Finds the user and the email that the link proves. */
export const findProofLink = (db: Database | Transaction, tokenHash: Buffer) =>
  db
    .selectFrom('email_verifications')
    .select(['user_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Consumes a link. Returns false if it was already used. */
export async function consumeProofLink(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const row = await trx
    .deleteFrom('email_verifications')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markEmailVerified(trx: Transaction, userId: UserId): Promise<void> {
  await trx.updateTable('users').set({ email_verified_at: sql<Date>`now()` }).where('id', '=', userId).execute()
}
