import { sql } from 'kysely'
import type { Role } from '#contract/permissions.ts'
import { staffTables } from '#server/identity/credentials/account-tables.ts'
import { deleteExpiredPasswordLinks } from '#server/identity/credentials/password-links.ts'
import { makeSessionStore } from '#server/identity/credentials/sessions.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'

/** Twelve hours in total, half an hour idle, ten minutes since the last proof (docs/back-office §1). */
export const STAFF_SESSION_SECONDS = 12 * 60 * 60
const PROOF_MINUTES = 10

const store = makeSessionStore(staffTables, {
  longestSeconds: STAFF_SESSION_SECONDS,
  idleSeconds: 30 * 60,
  slideSeconds: 60,
})
export const { end: endStaffSession, endAll: endStaffSessions, lock: lockStaffSession } = store

export type StaffSession = { id: StaffId; email: string; name: string; role: Role; recently_authenticated: boolean }

/** Returns the token for the cookie. */
export async function openStaffSession(trx: Transaction, staffId: StaffId): Promise<string> {
  const token = await store.open(trx, staffId)
  await trx.updateTable('staff').set({ last_signed_in_at: sql`now()` }).where('id', '=', staffId).execute()
  return token
}

/** Queries the session at every call, so that ending it takes effect immediately. Writes at most once a minute. */
export async function findStaffSession(db: Database, tokenHash: Buffer): Promise<StaffSession | undefined> {
  const row = await db
    .selectFrom('staff_sessions as session')
    .innerJoin('staff', 'staff.id', 'session.staff_id')
    .select(['staff.id', 'staff.email', 'staff.name', 'staff.role'])
    .select(
      sql<boolean>`session.authenticated_at > now() - make_interval(mins => ${sql.lit(PROOF_MINUTES)})`.as(
        'recently_authenticated',
      ),
    )
    .select(store.isStale.as('is_stale'))
    .where('session.token_hash', '=', tokenHash)
    .where('staff.active', '=', true)
    .where(store.isLive)
    .executeTakeFirst()
  if (!row) return undefined
  const { is_stale, ...session } = row
  if (is_stale) await store.slide(db, tokenHash)
  return session
}

/** Returns false if the session has ended in the meantime. */
export async function recordProof(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const row = await trx
    .updateTable('staff_sessions')
    .set({ authenticated_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a person's current sessions, the latest first. */
export const findStaffSessions = (db: Database, staffId: StaffId) =>
  db
    .selectFrom('staff_sessions as session')
    .select(['token_hash', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .where(store.isLive)
    .orderBy('created_at', 'desc')
    .execute()

/** Deletes expired sessions and links. */
export async function cleanStaffSessions(db: Database): Promise<void> {
  await store.deleteExpired(db)
  await deleteExpiredPasswordLinks(db, staffTables)
}
