import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/** Returns whether an owner can sign in, or did before a reset. */
export async function hasOwner(db: Database): Promise<boolean> {
  const owner = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('active', '=', true)
    .where(sql<boolean>`password_hash is not null or last_signed_in_at is not null`)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** Replaces the previous link. */
export async function storeSetupLink(trx: Transaction, tokenHash: Buffer, minutes: number): Promise<void> {
  const link = { token_hash: tokenHash, expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` }
  await trx
    .insertInto('setup_links')
    .values(link)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(link))
    .execute()
}

export async function hasSetupLink(db: Database, tokenHash: Buffer): Promise<boolean> {
  const link = await db
    .selectFrom('setup_links')
    .select('only_row')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return link !== undefined
}

/** Returns false if the link has expired, or another request used it first. */
export async function consumeSetupLink(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('setup_links')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteSetupLinks(trx: Transaction): Promise<void> {
  await trx.deleteFrom('setup_links').execute()
}
