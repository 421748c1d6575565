import { ownMessages } from '#contract/messages.ts'
import type { UserId } from '../database/tables.generated.ts'
import { inTransaction } from '../database/transaction.ts'
import { problem } from '../errors.ts'
import { adoptGuestOrders } from '../order/own-orders.ts'
import type { Services } from '../services.ts'
import { hashToken } from '../token.ts'
import { findEmail, markProven, takeProofLink } from './email-proof.queries.ts'

export type Claimed = { claimed: number; mailed: boolean }

/**
 * Gives a user the orders they placed as a guest, if it is known that the mailbox is theirs; else mails a link that
 * proves it. Volume never moves: the orders stay credited as they were (plan §3).
 */
export function claimOrders({ db, jobs }: Pick<Services, 'db' | 'jobs'>, userId: UserId): Promise<Claimed> {
  return inTransaction(db, async (trx) => {
    const user = await findEmail(trx, userId)
    if (!user) throw new Error(`no user ${userId}`)
    if (user.email_proven_at !== null) {
      return { claimed: await adoptGuestOrders(trx, userId, user.email), mailed: false }
    }
    await jobs.queue(trx, 'mail', [{ mail: 'prove_email', user_id: userId }])
    return { claimed: 0, mailed: true }
  })
}

/** What the mailed link does: whoever has it reads the mailbox. Throws 422 for a dead link or an address given up since. */
export async function proveEmail({ db }: Pick<Services, 'db'>, token: string): Promise<Claimed> {
  const claimed = await inTransaction(db, async (trx) => {
    const proof = await takeProofLink(trx, hashToken(token))
    if (!proof || !(await markProven(trx, proof.user_id, proof.email))) return undefined
    return adoptGuestOrders(trx, proof.user_id, proof.email)
  })
  if (claimed === undefined) throw problem(422, ownMessages.linkExpired, { token: ownMessages.linkExpired })
  return { claimed, mailed: false }
}
