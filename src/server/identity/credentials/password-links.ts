import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { AccountTables } from './account-tables.ts'

/** Replaces any older link of the account. */
export async function storePasswordLink<Id extends number>(
  trx: Transaction,
  { passwordLinks, owner }: AccountTables<Id>,
  { id, tokenHash, minutes }: { id: Id; tokenHash: Buffer; minutes: number },
): Promise<void> {
  await sql`insert into ${sql.table(passwordLinks)} (${sql.ref(owner)}, token_hash, expires_at)
    values (${id}, ${tokenHash}, now() + make_interval(mins => ${minutes}))
    on conflict (${sql.ref(owner)}) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    trx,
  )
}

/** Consumes a link. Returns false if it has expired, or another request used it first. */
export async function consumePasswordLink<Id extends number>(
  trx: Transaction,
  { passwordLinks }: AccountTables<Id>,
  tokenHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`delete from ${sql.table(passwordLinks)}
    where token_hash = ${tokenHash} and expires_at > now() returning 1`.execute(trx)
  return rows.length === 1
}

/** Returns whether the account has a link that has not expired. */
export async function hasPasswordLink<Id extends number>(
  db: Database,
  { passwordLinks, owner }: AccountTables<Id>,
  id: Id,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(passwordLinks)}
    where ${sql.ref(owner)} = ${id} and expires_at > now()`.execute(db)
  return rows.length === 1
}

export async function deletePasswordLink<Id extends number>(
  trx: Transaction,
  { passwordLinks, owner }: AccountTables<Id>,
  id: Id,
): Promise<void> {
  await sql`delete from ${sql.table(passwordLinks)} where ${sql.ref(owner)} = ${id}`.execute(trx)
}

export async function deleteExpiredPasswordLinks<Id extends number>(
  db: Database,
  { passwordLinks }: AccountTables<Id>,
): Promise<void> {
  await sql`delete from ${sql.table(passwordLinks)} where expires_at < now()`.execute(db)
}
