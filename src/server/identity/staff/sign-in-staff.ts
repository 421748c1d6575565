import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Origin } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { areCurrent, type Credentials, checkPassword } from '#server/identity/credentials/check-password.ts'
import { isPassword } from '#server/identity/credentials/password.ts'
import type { CodeRefusal } from '#server/identity/credentials/second-factors.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Staff } from './find-staff.ts'
import { requiresSecondFactor } from './requires-second-factor.ts'
import { findStaffByEmail, findStaffById, lockStaff } from './staff.queries.ts'
import type { StaffSecondFactors } from './staff-second-factor.ts'
import { endStaffSession, openStaffSession, recordProof } from './staff-sessions.ts'

export type StaffSignInRefusal = Refusal<'sign_in_failed' | 'second_factor_required'> | CodeRefusal

export async function checkStaffPassword(
  db: Database,
  input: { email: string; password: string },
): Promise<Result<Credentials<StaffId>, Refusal<'sign_in_failed'>>> {
  const staff = await findStaffByEmail(db, input.email)
  return checkPassword(staff && { ...staff, maySignIn: staff.active }, input.password)
}

type Browser = { code: string; oldToken: string | undefined } & Origin
type SignInDeps = { secondFactors: StaffSecondFactors; requiredOfAll: boolean }

/** Opens a session in the back office; the caller puts the token into the cookie. A refusal consumes nothing. */
export async function signInStaff(
  trx: Transaction,
  {
    credentials,
    browser: { code, oldToken, address, requestId },
  }: { credentials: Credentials<StaffId>; browser: Browser },
  { now, secondFactors, requiredOfAll }: SignInDeps & { now: Date },
): Promise<Result<{ token: string }, StaffSignInRefusal>> {
  const { id: staffId } = credentials
  const staff = await lockStaff(trx, staffId)
  if (!areCurrent({ ...staff, maySignIn: staff.active }, credentials)) return refuse({ code: 'sign_in_failed' })
  if (await secondFactors.isOn(trx, staffId)) {
    const passed = await secondFactors.pass(trx, staffId, code, now)
    if (!passed.ok) return passed
  } else if (requiresSecondFactor(staff.role, requiredOfAll)) return refuse({ code: 'second_factor_required' })
  if (oldToken !== undefined) await endStaffSession(trx, oldToken)
  const token = await openStaffSession(trx, staffId)
  const { email, role } = staff
  await recordAction(
    trx,
    { kind: 'staff', staffId, email, role, address, requestId },
    {
      action: 'staff.signed_in',
      subject: { kind: 'staff', id: staffId },
    },
  )
  return { ok: true, token }
}

/**
 * Leaves out an email address that is not a staff member's: it may be a customer's, and erasing would not find it here.
 */
export async function recordFailedSignIn(trx: Transaction, email: string, origin: Origin): Promise<void> {
  const staff = await findStaffByEmail(trx, email)
  await recordAction(
    trx,
    { kind: 'customer', ...origin },
    {
      action: 'staff.sign_in_failed',
      subject: { kind: 'staff', id: staff?.id ?? 'nobody' },
      ...(staff && { after: { email } }),
    },
  )
}

export async function signOutStaff(trx: Transaction, token: string, origin: Origin): Promise<void> {
  const staffId = await endStaffSession(trx, token)
  const staff = staffId === undefined ? undefined : await findStaffById(trx, staffId)
  if (!staff) return
  const { id, email, role } = staff
  await recordAction(
    trx,
    { kind: 'staff', staffId: id, email, role, ...origin },
    {
      action: 'staff.signed_out',
      subject: { kind: 'staff', id },
    },
  )
}

/**
 * Checks the password of a signed-in person. Takes as long as a password hash, so never call it inside a transaction.
 */
export async function isStaffPassword(db: Database, staffId: StaffId, password: string): Promise<boolean> {
  const staff = await findStaffById(db, staffId)
  return isPassword(password, staff?.password_hash)
}

/** Records a proof, valid for ten minutes; consumes the code. The caller has compared the password. */
export async function proveStaff(
  trx: Transaction,
  { id, tokenHash, actor }: Pick<Staff, 'id' | 'tokenHash' | 'actor'>,
  credentials: { passwordIsRight: boolean; code: string },
  now: Date,
  { secondFactors }: Pick<SignInDeps, 'secondFactors'>,
): Promise<Result<NoValue, Refusal<'reauthentication_failed' | 'not_signed_in'>>> {
  await lockStaff(trx, id)
  const isCorrect = credentials.passwordIsRight || (await secondFactors.pass(trx, id, credentials.code, now)).ok
  if (!isCorrect) return refuse({ code: 'reauthentication_failed' })
  if (!(await recordProof(trx, tokenHash))) return refuse({ code: 'not_signed_in' })
  const method = credentials.passwordIsRight ? 'password' : 'code'
  await recordAction(trx, actor, {
    action: 'staff.reauthenticated',
    subject: { kind: 'staff', id },
    after: { by: method },
  })
  return { ok: true }
}
