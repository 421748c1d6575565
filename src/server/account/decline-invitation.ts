import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { forgetInvited } from './invitation.queries.ts'

/**
 * Ends an invitation by its mailed link. Other invitations of the email remain, and its sponsor cannot invite again
 * soon.
 */
export async function declineInvitation(trx: Transaction, tokenHash: Buffer): Promise<Result<Done, 'link_expired'>> {
  return (await forgetInvited(trx, tokenHash)) ? { ok: true } : refuse('link_expired')
}
