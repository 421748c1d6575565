import type { Transaction } from '../database/connect.ts'
import { endOlderLinks } from './end-links.ts'
import { lockAccount, setPassword } from './member.queries.ts'
import { findPasswordLink } from './password-link.queries.ts'
import { deleteSecondFactor } from './second-factor.queries.ts'
import { endAllSessions } from './sessions.ts'

/**
 * Sets a password by a mailed link, once, and ends all sign-ins and older links. The first proof of an email also ends
 * the second factor: whoever set it up may have registered somebody else's email. False for a dead link.
 */
export async function resetPassword(
  trx: Transaction,
  tokenHash: Buffer,
  passwordHash: string,
  approveLicences: boolean,
): Promise<boolean> {
  const owner = await findPasswordLink(trx, tokenHash)
  if (!owner) return false
  const account = await lockAccount(trx, owner.id)
  // Checked again under the lock: of two simultaneous uses only one may set it.
  if (!(await findPasswordLink(trx, tokenHash))) return false
  if (account.email_proven_at === null) await deleteSecondFactor(trx, owner.id)
  await setPassword(trx, owner.id, passwordHash, approveLicences)
  await endAllSessions(trx, owner.id)
  await endOlderLinks(trx, owner.id)
  return true
}
