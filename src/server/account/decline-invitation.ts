import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { forgetInvited } from './invitation.queries.ts'

/** Ends an invitation by its mailed link; the others of the email stay, and its sponsor cannot send another one soon. */
export async function declineInvitation(trx: Transaction, tokenHash: Buffer): Promise<Result<Done, 'link_expired'>> {
  return (await forgetInvited(trx, tokenHash)) ? { ok: true } : refuse('link_expired')
}
