import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { userTables } from '#server/identity/credentials/account-tables.ts'
import { deleteSecondFactor } from '#server/identity/credentials/second-factors.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount, voidPassword } from './account.queries.ts'
import { consumeProofLink, findEmail, findProofLink, markEmailVerified } from './email-proof.queries.ts'
import { expireOlderLinks } from './expire-links.ts'
import { endAllSessions, type Session } from './sessions.ts'

/** Returns the user's email if it is verified; otherwise emails a link that verifies it. */
export async function requestEmailVerification(
  trx: Transaction,
  userId: UserId,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<{ verifiedEmail: string | undefined }> {
  const user = await findEmail(trx, userId)
  if (!user) throw new Error(`no user ${userId}`)
  if (user.email_verified_at !== null) return { verifiedEmail: user.email }
  await jobs.queue(trx, 'mail', [{ mail: 'prove_email', user_id: userId }])
  return { verifiedEmail: undefined }
}

/** `mailed` is true if a link to set a password was mailed. */
export type VerifiedEmail = { userId: UserId; email: string; mailed: boolean }

/**
 * Consumes the mailed link, which proves that its user reads the mailbox. Another person may have registered the
 * account, so the first verification of an email ends all sessions and the password, unless it comes from a browser
 * signed in to the account; a link to set a password is mailed. An earlier second factor always ends. Refuses an
 * expired link or an email that is no longer the account's.
 */
export async function verifyEmail(
  trx: Transaction,
  { tokenHash, session }: { tokenHash: Buffer; session: Session | undefined },
  { jobs }: Pick<Services, 'jobs'>,
): Promise<Result<VerifiedEmail, Refusal<'link_expired'>>> {
  const proof = await findProofLink(trx, tokenHash)
  if (!proof) return refuse({ code: 'link_expired' })
  const { user_id: userId, email } = proof
  const account = await lockAccount(trx, userId)
  if (!(await consumeProofLink(trx, tokenHash)) || account.email !== email) return refuse({ code: 'link_expired' })
  const currentSession = session?.user.id === userId ? session.tokenHash : undefined
  const mailed = account.email_verified_at === null && (await endPreviousAccess(trx, userId, currentSession))
  if (mailed) await jobs.queue(trx, 'mail', [{ mail: 'account_taken_back', user_id: userId }])
  await markEmailVerified(trx, userId)
  return { ok: true, userId, email, mailed }
}

/** Returns true if a password was voided. */
async function endPreviousAccess(
  trx: Transaction,
  userId: UserId,
  currentSession: Buffer | undefined,
): Promise<boolean> {
  await deleteSecondFactor(trx, userTables, userId)
  await endAllSessions(trx, userId, currentSession)
  if (currentSession) return false
  await expireOlderLinks(trx, userId)
  return voidPassword(trx, userId)
}
