import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { anonymizeDeclinedInvitation } from './invitation.queries.ts'

/**
 * Ends an invitation by its mailed link. Other invitations of the email remain, and its sponsor cannot invite again
 * soon.
 */
export async function declineInvitation(
  trx: Transaction,
  tokenHash: Buffer,
): Promise<Result<NoValue, Refusal<'link_expired'>>> {
  return (await anonymizeDeclinedInvitation(trx, tokenHash)) ? { ok: true } : refuse({ code: 'link_expired' })
}
