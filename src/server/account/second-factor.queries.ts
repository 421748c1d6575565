import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Serializes signing in with switching on the second factor. */
export async function lockUser(trx: Transaction, userId: UserId): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Replaces an unfinished setup. Returns false if a second factor is already on. */
export async function replaceUnconfirmed(db: Database, userId: UserId, sealedSecret: Buffer): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: sql`now()` })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findSealedSecret(
  trx: Transaction,
  userId: UserId,
  state: 'confirmed' | 'unconfirmed',
): Promise<Buffer | undefined> {
  const row = await trx
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst()
  return row?.sealed_secret
}

export async function setConfirmed(trx: Transaction, userId: UserId, codeHashes: readonly Buffer[]): Promise<void> {
  await trx.updateTable('second_factors').set({ confirmed_at: sql`now()` }).where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Returns false if this code or a later one was used before. */
export async function takeStep(trx: Transaction, userId: UserId, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function takeRecoveryCode(
  trx: Transaction,
  userId: UserId,
  codeHashes: readonly Buffer[],
): Promise<boolean> {
  const row = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', codeHashes)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSecondFactor(trx: Transaction, userId: UserId): Promise<void> {
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
}

/**
 * Deletes a second factor that is being set up, or that was switched on at most 7 days before `asked` or since. Keeps
 * an older one of the user.
 */
export async function deleteRecentSecondFactor(trx: Transaction, userId: UserId, asked: Date): Promise<void> {
  await sql`delete from second_factors where user_id = ${userId}
    and (confirmed_at is null or confirmed_at > ${asked}::timestamptz - interval '7 days')`.execute(trx)
}

/** Stores the secret sealed with the shop's new secret. */
export async function setSealedSecret(trx: Transaction, userId: UserId, sealedSecret: Buffer): Promise<void> {
  await trx.updateTable('second_factors').set({ sealed_secret: sealedSecret }).where('user_id', '=', userId).execute()
}

/** Returns the user whose second factor was deleted. Undefined if there is no such user or second factor. */
export async function deleteSecondFactorOf(db: Database, email: string): Promise<UserId | undefined> {
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
