import type { Refusal, Result } from '#domain/result.ts'
import type { Session } from '#server/customers/sessions.ts'
import { requestEmailVerification, verifyEmail } from '#server/customers/verify-email.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { adoptGuestOrders } from './user-orders.ts'

type Jobs = Pick<Services, 'jobs'>
export type ClaimOutcome = { claimed: number; mailed: boolean }

/**
 * Assigns the orders that a user placed as a guest, if the mailbox is known to be theirs; otherwise emails a link that
 * proves it. Volume never moves: the orders stay credited as they were (docs/plan §3.3).
 */
export async function claimOrders(trx: Transaction, userId: UserId, jobs: Jobs): Promise<ClaimOutcome> {
  const { verifiedEmail } = await requestEmailVerification(trx, userId, jobs)
  if (verifiedEmail === undefined) return { claimed: 0, mailed: true }
  return { claimed: await adoptGuestOrders(trx, userId, verifiedEmail), mailed: false }
}

/** Follows the emailed link: proving a mailbox also assigns its guest orders. */
export async function claimByLink(
  trx: Transaction,
  tokenHash: Buffer,
  session: Session | undefined,
  jobs: Jobs,
): Promise<Result<ClaimOutcome, Refusal<'link_expired'>>> {
  const proof = await verifyEmail(trx, { tokenHash, session }, jobs)
  if (!proof.ok) return proof
  const { userId, email, mailed } = proof
  return { ok: true, claimed: await adoptGuestOrders(trx, userId, email), mailed }
}
