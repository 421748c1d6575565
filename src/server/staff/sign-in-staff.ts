import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Origin } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import { isPassword } from '#server/credentials/password.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Staff } from './find-staff.ts'
import { needsSecondFactor } from './needs-second-factor.ts'
import { findStaffByEmail, findStaffById, lockStaff } from './staff.queries.ts'
import type { StaffSecondFactors } from './staff-second-factor.ts'
import { deleteSession, insertSession, setProven } from './staff-session.queries.ts'

/** An account, and the hash that its password was compared with. */
export type StaffCredentials = { staffId: StaffId; passwordHash: string }
export type StaffSignInRefusal = Refusal<
  'sign_in_failed' | 'code_required' | 'code_incorrect' | 'second_factor_required'
>

/** Takes as long as one password hash in every case, so never call it inside a transaction. */
export async function checkStaffPassword(
  db: Database,
  typed: { email: string; password: string },
): Promise<Result<StaffCredentials, Refusal<'sign_in_failed'>>> {
  const staff = await findStaffByEmail(db, typed.email)
  const isRight = await isPassword(typed.password, staff?.password_hash)
  if (!staff?.active || !staff.password_hash || !isRight) return refuse({ code: 'sign_in_failed' })
  return { ok: true, staffId: staff.id, passwordHash: staff.password_hash }
}

type Browser = { code: string; oldToken: string | undefined } & Origin
type SignInDeps = { secondFactors: StaffSecondFactors; requiredOfAll: boolean }

/** Opens a session in the back office; the caller puts the token into the cookie. A refusal consumes nothing. */
export async function signInStaff(
  trx: Transaction,
  { staffId, passwordHash }: StaffCredentials,
  { code, oldToken, address, requestId }: Browser,
  at: Date,
  { secondFactors, requiredOfAll }: SignInDeps,
): Promise<Result<{ token: string }, StaffSignInRefusal>> {
  const staff = await lockStaff(trx, staffId)
  if (staff.password_hash !== passwordHash || !staff.active) return refuse({ code: 'sign_in_failed' })
  if (await secondFactors.isOn(trx, staffId)) {
    if (code === '') return refuse({ code: 'code_required' })
    const passed = await secondFactors.pass(trx, staffId, code, at)
    if (!passed.ok) return passed
  } else if (needsSecondFactor(staff.role, requiredOfAll)) return refuse({ code: 'second_factor_required' })
  if (oldToken !== undefined) await deleteSession(trx, hashToken(oldToken))
  const token = makeToken()
  await insertSession(trx, staffId, hashToken(token))
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
  const staffId = await deleteSession(trx, hashToken(token))
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
  by: { passwordIsRight: boolean; code: string },
  at: Date,
  { secondFactors }: Pick<SignInDeps, 'secondFactors'>,
): Promise<Result<NoValue, Refusal<'proof_incorrect' | 'session_expired'>>> {
  await lockStaff(trx, id)
  if (!by.passwordIsRight) {
    const passed = by.code === '' ? refuse({ code: 'proof_incorrect' }) : await secondFactors.pass(trx, id, by.code, at)
    if (!passed.ok) return refuse({ code: 'proof_incorrect' })
  }
  if (!(await setProven(trx, tokenHash))) return refuse({ code: 'session_expired' })
  const proof = by.passwordIsRight ? 'password' : 'code'
  await recordAction(trx, actor, { action: 'staff.proved', subject: { kind: 'staff', id }, after: { by: proof } })
  return { ok: true }
}
