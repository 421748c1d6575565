import { adminPaths } from '#contract/admin-paths.ts'
import type { SecondFactorSetUp } from '#contract/customers/second-factor.ts'
import { fillPath } from '#contract/paths.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { staffTables } from '#server/identity/credentials/account-tables.ts'
import { consumePasswordLink, hasPasswordLink, storePasswordLink } from '#server/identity/credentials/password-links.ts'
import { presentSetUp } from '#server/identity/credentials/totp.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { requiresSecondFactor } from './requires-second-factor.ts'
import { findByLink, lockStaff, type StaffAccount, setPasswordHash } from './staff.queries.ts'
import type { StaffSecondFactors } from './staff-second-factor.ts'
import { endStaffSessions } from './staff-sessions.ts'

/** Two days, because the recipient is waiting for it. */
const LINK_MINUTES = 2 * 24 * 60
export const LINK_DAYS = 2

type StaffLinkDeps = { secondFactors: StaffSecondFactors; requiredOfAll: boolean }

/** Creates a link to set the password and invalidates the previous one. */
export async function makeStaffLink(trx: Transaction, staffId: StaffId, publicUrl: string): Promise<string> {
  const token = makeToken()
  await storePasswordLink(trx, staffTables, { id: staffId, tokenHash: hashToken(token), minutes: LINK_MINUTES })
  return publicUrl + fillPath(adminPaths.setPassword, { token })
}

/**
 * Allows emailing a link to a person who has a password; until it is written, a link with an unknown token marks this.
 */
export const allowStaffLink = (trx: Transaction, staffId: StaffId): Promise<void> =>
  storePasswordLink(trx, staffTables, { id: staffId, tokenHash: hashToken(makeToken()), minutes: LINK_MINUTES })

/**
 * Returns whether a person should be emailed a link: they have no password, or a link was promised. For anyone else,
 * resending the email of an earlier reset would be a reset that no one could stop (docs/back-office §1).
 */
export const canReceiveLink = async (
  db: Database,
  { id, password_hash }: Pick<StaffAccount, 'id' | 'password_hash'>,
): Promise<boolean> => password_hash === null || (await hasPasswordLink(db, staffTables, id))

type OpenedLink = { email: string; name: string; setUp: SecondFactorSetUp | undefined; required: boolean }

/** Returns the purpose of a link; restarts the setup of a second factor if none is active. */
export async function openStaffLink(
  trx: Transaction,
  token: string,
  issuer: string,
  { secondFactors, requiredOfAll }: StaffLinkDeps,
): Promise<Result<OpenedLink, Refusal<'link_expired'>>> {
  const staff = await findByLink(trx, hashToken(token))
  if (!staff) return refuse({ code: 'link_expired' })
  const { id, email, name, role } = staff
  const secret = await secondFactors.start(trx, id)
  const setUp = secret && presentSetUp(secret, { issuer, label: email })
  return { ok: true, email, name, setUp, required: requiresSecondFactor(role, requiredOfAll) }
}

/**
 * Sets the password, and the second factor whose setup started with the link; ends every session. A refusal keeps the
 * link.
 */
export async function setStaffPassword(
  trx: Transaction,
  { token, passwordHash, code }: { token: string; passwordHash: string; code: string },
  now: Date,
  { secondFactors, requiredOfAll }: StaffLinkDeps,
): Promise<
  Result<
    { staffId: StaffId; recoveryCodes: string[] | null },
    Refusal<'link_expired' | 'code_required' | 'code_incorrect'>
  >
> {
  const staff = await findByLink(trx, hashToken(token))
  if (!staff) return refuse({ code: 'link_expired' })
  const { id, email, role } = await lockStaff(trx, staff.id)
  if (!(await consumePasswordLink(trx, staffTables, hashToken(token)))) return refuse({ code: 'link_expired' })
  let recoveryCodes: string[] | null = null
  if (!(await secondFactors.isOn(trx, id))) {
    if (code === '' && requiresSecondFactor(role, requiredOfAll)) return refuse({ code: 'code_required' })
    if (code !== '') {
      const confirmed = await secondFactors.confirm(trx, id, code, now)
      if (!confirmed.ok) return refuse({ code: 'code_incorrect' })
      recoveryCodes = confirmed.recoveryCodes
    }
  }
  await setPasswordHash(trx, id, passwordHash)
  await endStaffSessions(trx, id)
  await recordAction(
    trx,
    { kind: 'staff', staffId: id, email, role },
    {
      action: 'staff.password_set',
      subject: { kind: 'staff', id },
      after: { secondFactorSetUp: recoveryCodes !== null },
    },
  )
  return { ok: true, staffId: id, recoveryCodes }
}
