import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '../database/connect.ts'
import type { UserId } from '../database/tables.generated.ts'
import { adoptGuestOrders } from '../order/own-orders.ts'
import type { Services } from '../services.ts'
import { findEmail, findProofLink, markProven, takeProofLink } from './email-proof.queries.ts'
import { endOlderLinks } from './end-links.ts'
import { lockAccount, voidPassword } from './member.queries.ts'
import { deleteSecondFactor } from './second-factor.queries.ts'
import { endAllSessions, type Session } from './sessions.ts'

type Jobs = Pick<Services, 'jobs'>
export type Claimed = { claimed: number; mailed: boolean }

/**
 * Gives a user the orders they placed as a guest if the mailbox is known to be theirs; otherwise mails a link that
 * proves it. Volume never moves: the orders stay credited as they were (docs/plan §3.3).
 */
export async function claimOrders(trx: Transaction, userId: UserId, { jobs }: Jobs): Promise<Claimed> {
  const user = await findEmail(trx, userId)
  if (!user) throw new Error(`no user ${userId}`)
  if (user.email_proven_at !== null) {
    return { claimed: await adoptGuestOrders(trx, userId, user.email), mailed: false }
  }
  await jobs.queue(trx, 'mail', [{ mail: 'prove_email', user_id: userId }])
  return { claimed: 0, mailed: true }
}

/**
 * Follows the mailed link, which proves that its user reads the mailbox. The account may have been registered by
 * somebody else, so the first proof of an email ends all sign-ins and the password, unless it comes from a browser
 * signed in to the account; a link to set a password is mailed. An earlier second factor ends in any case. Refused for a
 * dead link or an email that was given up.
 */
export async function proveEmail(
  trx: Transaction,
  tokenHash: Buffer,
  session: Session | undefined,
  { jobs }: Jobs,
): Promise<Result<Claimed, 'link_expired'>> {
  const proof = await findProofLink(trx, tokenHash)
  if (!proof) return refuse('link_expired')
  const account = await lockAccount(trx, proof.user_id)
  if (!(await takeProofLink(trx, tokenHash)) || account.email !== proof.email) return refuse('link_expired')
  const own = session?.user.id === proof.user_id ? session.tokenHash : undefined
  const mailed = account.email_proven_at === null && (await endWhatWasBefore(trx, proof.user_id, own))
  if (mailed) await jobs.queue(trx, 'mail', [{ mail: 'account_taken_back', user_id: proof.user_id }])
  await markProven(trx, proof.user_id)
  return { ok: true, claimed: await adoptGuestOrders(trx, proof.user_id, proof.email), mailed }
}

/** Returns whether a password was voided. */
async function endWhatWasBefore(trx: Transaction, userId: UserId, own: Buffer | undefined): Promise<boolean> {
  await deleteSecondFactor(trx, userId)
  await endAllSessions(trx, userId, own)
  if (own) return false
  await endOlderLinks(trx, userId)
  return voidPassword(trx, userId)
}
