import { sql } from 'kysely'
import type { SignedInUser } from '#contract/customers/sign-in.ts'
import { MAX_SESSION_SECONDS, SESSION_SECONDS, SIGN_IN_AS_SECONDS } from '#domain/customers/session-lifetime.ts'
import { userTables } from '#server/identity/credentials/account-tables.ts'
import { deleteExpiredPasswordLinks } from '#server/identity/credentials/password-links.ts'
import { makeSessionStore } from '#server/identity/credentials/sessions.ts'
import { findStaffOfSession, type StaffOfSession } from '#server/identity/staff/find-staff-of-session.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

const store = makeSessionStore(userTables, {
  longestSeconds: MAX_SESSION_SECONDS,
  idleSeconds: SESSION_SECONDS,
  slideSeconds: 60 * 60,
  also: sql<boolean>`(session.staff_session_hash is null
    or session.created_at > now() - make_interval(secs => ${sql.lit(SIGN_IN_AS_SECONDS)}))`,
})
export const { open: openSession, end: endSession, endAll: endAllSessions, lock: lockSession } = store

/** Opens a staff member's one session as this account and ends their previous one. */
export async function openSessionAs(trx: Transaction, userId: UserId, staffSessionHash: Buffer): Promise<string> {
  // The prefix keeps older releases, which do not know such sessions, from treating staff as the member
  // (docs/decisions/0073, 0006).
  const token = `as.${makeToken()}`
  await trx.deleteFrom('sessions').where('staff_session_hash', '=', staffSessionHash).execute()
  await trx
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId, staff_session_hash: staffSessionHash })
    .execute()
  return token
}

export type Session = {
  tokenHash: Buffer
  user: Omit<SignedInUser, 'id'> & { id: UserId }
  /** Staff member signed in as this user, and until when. Such a session is read-only (docs/back-office §4). */
  staff?: StaffOfSession & { until: Date }
}

/** Finds the session of a token: one indexed query, and at most one write per hour to extend it. */
export async function findSession(db: Database, token: string): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const row = await db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(['user.id', 'user.type', 'user.first_name', 'user.last_name', 'user.email'])
    .select(['session.staff_session_hash', 'session.created_at'])
    .select(store.isStale.as('is_stale'))
    .where('session.token_hash', '=', tokenHash)
    .where(store.isLive)
    // Also excludes a user who is suspended while signing in.
    .where('user.status', 'in', ['pending', 'active'])
    .executeTakeFirst()
  if (!row) return undefined
  const { is_stale, type, staff_session_hash, created_at, ...user } = row
  // Also excludes staff who are suspended or lose the permission in the meantime.
  const staff = staff_session_hash && (await findStaffOfSession(db, staff_session_hash, 'members.sign_in_as'))
  if (staff_session_hash && !staff) return undefined
  if (is_stale) await store.slide(db, tokenHash)
  return {
    tokenHash,
    user: { ...user, type: type as SignedInUser['type'] },
    ...(staff && { staff: { ...staff, until: new Date(created_at.getTime() + SIGN_IN_AS_SECONDS * 1000) } }),
  }
}

export async function cleanSessions(db: Database): Promise<void> {
  await store.deleteExpired(db)
  await deleteExpiredPasswordLinks(db, userTables)
}
