import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor, Origin } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { isStaffEmail, type StaffOfSession } from '#server/identity/staff/find-staff-of-session.ts'
import { lockStaffSession } from '#server/identity/staff/staff-sessions.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findAccountStatus, lockAccount } from './account.queries.ts'
import { canSignIn } from './can-sign-in.ts'
import { endSession, openSessionAs, type Session } from './sessions.ts'

export type SignInAsRefusal = Refusal<'not_found' | 'account_blocked' | 'staff_account' | 'not_signed_in'>

/** Sessions of the staff member's browser: the staff session and the shop session, if any. */
type Browser = { staffSessionHash: Buffer; sessionToken: string | undefined }

/**
 * Opens a session in which staff see the shop as a member does, and ends the browser's previous one (docs/back-office
 * §4). `enforceReadOnlySessions` recognizes such sessions and keeps them read-only.
 */
export async function signInAs(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  { userId, reason }: { userId: UserId; reason: string },
  { staffSessionHash, sessionToken }: Browser,
): Promise<Result<{ token: string }, SignInAsRefusal>> {
  if ((await findAccountStatus(trx, userId)) === undefined) return refuse({ code: 'not_found' })
  const account = await lockAccount(trx, userId)
  if (!canSignIn(account.status)) return refuse({ code: 'account_blocked' })
  // A colleague's account reveals more than their work requires.
  if (await isStaffEmail(trx, account.email)) return refuse({ code: 'staff_account' })
  if (!(await lockStaffSession(trx, staffSessionHash))) return refuse({ code: 'not_signed_in' })
  if (sessionToken !== undefined) await endSession(trx, sessionToken)
  const token = await openSessionAs(trx, userId, staffSessionHash)
  await recordAction(trx, actor, {
    action: 'member.impersonation_started',
    subject: { kind: 'member', id: userId },
    reason,
  })
  return { ok: true, token }
}

/** Ends the session before it expires. */
export async function endSignInAs(trx: Transaction, token: string, session: Session, origin: Origin): Promise<void> {
  await endSession(trx, token)
  if (!session.staff) return
  await recordAction(trx, toActor(session.staff, origin), {
    action: 'member.impersonation_ended',
    subject: { kind: 'member', id: session.user.id },
  })
}

/** Records a refused attempt of staff to change something as a member, under both names. */
export async function recordRefusedChange(
  trx: Transaction,
  session: Session,
  call: string,
  origin: Origin,
): Promise<void> {
  if (!session.staff) return
  await recordAction(trx, toActor(session.staff, origin), {
    action: 'request.denied',
    subject: { kind: 'member', id: session.user.id },
    after: { call, why: 'signed in as the member' },
  })
}

const toActor = ({ id, email, role }: StaffOfSession, origin: Origin): Actor => ({
  kind: 'staff',
  staffId: id,
  email,
  role,
  ...origin,
})
