import { sql } from 'kysely'
import type { SignedInUser } from '#contract/sign-in.ts'
import { LONGEST_SESSION_SECONDS, SESSION_SECONDS, SIGN_IN_AS_SECONDS } from '#domain/account/session-lifetime.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findStaffOfSession, type StaffOfSession } from '#server/staff/find-staff-of-session.ts'

const notExpired = sql<boolean>`session.last_used_at > now() - make_interval(secs => ${sql.lit(SESSION_SECONDS)})
  and session.created_at > now() - make_interval(secs => ${sql.lit(LONGEST_SESSION_SECONDS)})
  and (session.staff_session_hash is null
    or session.created_at > now() - make_interval(secs => ${sql.lit(SIGN_IN_AS_SECONDS)}))`

/** Signs a user in. Returns the token for the cookie. */
export async function openSession(trx: Transaction, userId: UserId): Promise<string> {
  const token = makeToken()
  await trx
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: userId })
    .execute()
  return token
}

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
    .select(sql<boolean>`session.last_used_at < now() - interval '1 hour'`.as('is_stale'))
    .where('session.token_hash', '=', tokenHash)
    .where(notExpired)
    // Also excludes a user who is suspended while signing in.
    .where('user.status', 'in', ['pending', 'active'])
    .executeTakeFirst()
  if (!row) return undefined
  const { is_stale, type, staff_session_hash, created_at, ...user } = row
  // Also excludes staff who are suspended or lose the permission in the meantime.
  const staff = staff_session_hash && (await findStaffOfSession(db, staff_session_hash, 'members.sign_in_as'))
  if (staff_session_hash && !staff) return undefined
  if (is_stale) {
    await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('token_hash', '=', tokenHash).execute()
  }
  return {
    tokenHash,
    user: { ...user, type: type as SignedInUser['type'] },
    ...(staff && { staff: { ...staff, until: new Date(created_at.getTime() + SIGN_IN_AS_SECONDS * 1000) } }),
  }
}

/** Returns true if the session that a call began with is still valid. Call with the account locked. */
export async function isLiveSession(trx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const row = await trx.selectFrom('sessions').select('user_id').where('token_hash', '=', tokenHash).executeTakeFirst()
  return row !== undefined
}

export async function endSession(trx: Transaction, token: string): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends all sessions of the user, except the one passed as `but`. */
export async function endAllSessions(trx: Transaction, userId: UserId, but?: Buffer): Promise<void> {
  const sessions = trx.deleteFrom('sessions').where('user_id', '=', userId)
  await (but ? sessions.where('token_hash', '<>', but) : sessions).execute()
}

export async function cleanSessions(db: Database): Promise<void> {
  await db.deleteFrom('sessions as session').where(sql<boolean>`not (${notExpired})`).execute()
  await db.deleteFrom('password_links').where('expires_at', '<', sql<Date>`now()`).execute()
}
