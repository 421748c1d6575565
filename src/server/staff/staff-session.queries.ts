import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'

/** Twelve hours in total, half an hour idle, ten minutes since the last proof (docs/back-office §1). */
export const SESSION_HOURS = 12
const IDLE_MINUTES = 30
const PROOF_MINUTES = 10

const isLive = sql<boolean>`session.created_at > now() - make_interval(hours => ${sql.lit(SESSION_HOURS)})
  and session.last_used_at > now() - make_interval(mins => ${sql.lit(IDLE_MINUTES)})`

export type StaffSession = { id: StaffId; email: string; name: string; role: Role; recently_authenticated: boolean }

export async function insertSession(trx: Transaction, staffId: StaffId, tokenHash: Buffer): Promise<void> {
  await trx.insertInto('staff_sessions').values({ token_hash: tokenHash, staff_id: staffId }).execute()
  await trx.updateTable('staff').set({ last_signed_in_at: sql`now()` }).where('id', '=', staffId).execute()
}

/** Queried at every call, so that an ended session is over at once. Writes at most once a minute. */
export async function findSession(db: Database, tokenHash: Buffer): Promise<StaffSession | undefined> {
  const row = await db
    .selectFrom('staff_sessions as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select(['staff.id', 'staff.email', 'staff.name', 'staff.role'])
    .select(
      sql<boolean>`session.authenticated_at > now() - make_interval(mins => ${sql.lit(PROOF_MINUTES)})`.as(
        'recently_authenticated',
      ),
    )
    .select(sql<boolean>`session.last_used_at < now() - interval '1 minute'`.as('is_stale'))
    .where('session.token_hash', '=', tokenHash)
    .where('staff.active', '=', true)
    .where(isLive)
    .executeTakeFirst()
  if (!row) return undefined
  const { is_stale, ...found } = row
  if (is_stale) {
    await db
      .updateTable('staff_sessions')
      .set({ last_used_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return found
}

export async function lockSession(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const row = await trx
    .selectFrom('staff_sessions')
    .select('staff_id')
    .where('token_hash', '=', tokenHash)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the session has ended in the meantime. */
export async function setProven(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const row = await trx
    .updateTable('staff_sessions')
    .set({ authenticated_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSession(trx: Transaction, tokenHash: Buffer): Promise<StaffId | undefined> {
  const row = await trx
    .deleteFrom('staff_sessions')
    .where('token_hash', '=', tokenHash)
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id
}

export async function deleteSessionsOf(trx: Transaction, staffId: StaffId): Promise<void> {
  await trx.deleteFrom('staff_sessions').where('staff_id', '=', staffId).execute()
}

/** Deletes all sessions but the current one. */
export async function deleteOtherSessions(trx: Transaction, staffId: StaffId, tokenHash: Buffer): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('staff_sessions')
    .where('staff_id', '=', staffId)
    .where('token_hash', '<>', tokenHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Finds a person's current sessions, the latest first. */
export const findSessionsOf = (db: Database, staffId: StaffId) =>
  db
    .selectFrom('staff_sessions as session')
    .select(['token_hash', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .where(isLive)
    .orderBy('created_at', 'desc')
    .execute()

export async function deleteOldSessions(db: Database): Promise<void> {
  await db.deleteFrom('staff_sessions as session').where(sql<boolean>`not (${isLive})`).execute()
  await db.deleteFrom('staff_links').where('expires_at', '<', sql<Date>`now()`).execute()
}
