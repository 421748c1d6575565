import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import { userTables } from '#server/identity/credentials/account-tables.ts'
import { hashNewPassword, type WeakPassword } from '#server/identity/credentials/new-password.ts'
import { consumePasswordLink } from '#server/identity/credentials/password-links.ts'
import { deleteSecondFactor } from '#server/identity/credentials/second-factors.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount, setPassword } from './account.queries.ts'
import { expireOlderLinks } from './expire-links.ts'
import { findInvitation } from './invitation.queries.ts'
import { findPasswordLink } from './password-link.queries.ts'
import { endAllSessions } from './sessions.ts'

/**
 * Does the work that must precede the transaction: determines whether the link is an invitation or a password link, and
 * hashes the password. Guessed links cost no hash.
 */
export async function prepareReset(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  tokenHash: Buffer,
  password: string,
): Promise<
  Result<{ email: string; isInvitation: boolean; passwordHash: string }, Refusal<'link_expired'> | WeakPassword>
> {
  const invitation = await findInvitation(db, tokenHash)
  const owner = invitation ?? (await findPasswordLink(db, tokenHash))
  if (!owner) return refuse({ code: 'link_expired' })
  const { email, first_name, last_name } = owner
  const hashed = await hashNewPassword(password, { email, names: [first_name, last_name] }, { settings, config })
  return hashed.ok ? { ...hashed, email, isInvitation: invitation !== undefined } : hashed
}

/**
 * Sets a password by a mailed link, once, and ends all sessions and older links. The first proof of an email also ends
 * the second factor, because another person may have registered the email and set it up.
 */
export async function resetPassword(
  trx: Transaction,
  { tokenHash, passwordHash }: { tokenHash: Buffer; passwordHash: string },
  { requireLicenseApproval }: { requireLicenseApproval: boolean },
): Promise<Result<NoValue, Refusal<'link_expired'>>> {
  const owner = await findPasswordLink(trx, tokenHash)
  if (!owner) return refuse({ code: 'link_expired' })
  const account = await lockAccount(trx, owner.id)
  if (!(await consumePasswordLink(trx, userTables, tokenHash))) return refuse({ code: 'link_expired' })
  if (account.email_verified_at === null) await deleteSecondFactor(trx, userTables, owner.id)
  await setPassword(trx, owner.id, passwordHash, requireLicenseApproval)
  await endAllSessions(trx, owner.id)
  await expireOlderLinks(trx, owner.id)
  return { ok: true }
}
