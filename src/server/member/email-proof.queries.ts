import { sql } from 'kysely'
import type { Database, Transaction } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'

const LINK_HOURS = 24

export const findEmail = (db: Database | Transaction, userId: UserId) =>
  db.selectFrom('users').select(['email', 'email_proven_at']).where('id', '=', userId).executeTakeFirst()

/** A new link ends the older one. */
export async function replaceProofLink(
  db: Database,
  link: { userId: UserId; email: string; tokenHash: Buffer },
): Promise<void> {
  const columns = {
    email: link.email,
    token_hash: link.tokenHash,
    expires_at: sql<Date>`now() + make_interval(hours => ${LINK_HOURS})`,
  }
  await db
    .insertInto('email_proofs')
    .values({ user_id: link.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Uses a link up: who has proven which address. */
export const takeProofLink = (trx: Transaction, tokenHash: Buffer) =>
  trx
    .deleteFrom('email_proofs')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'email'])
    .executeTakeFirst()

/** Marks the address as proven if it is still the user's; false when it is not. */
export async function markProven(trx: Transaction, userId: UserId, email: string): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set({ email_proven_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
