import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { InvitationId, UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { extendInvitation, lockOpenInvitation } from './invitation.queries.ts'

export type ResendRefusal = Refusal<'not_found' | 'stale'>
export type ResendInvitationInput = {
  inviterId: UserId
  id: InvitationId
  reason: string
  /** A mismatch means that a colleague has resent it since. */
  expectedVersion: string
}

/** Resending an invitation extends it. */
export const toInvitationVersion = (expiresAt: Date): string => expiresAt.toISOString()

/**
 * Lets staff send a member's open invitation again. It is valid for 14 days from now; the older link ends immediately.
 */
export async function resendInvitation(
  trx: Transaction,
  actor: Actor,
  { inviterId, id, reason, expectedVersion }: ResendInvitationInput,
  jobs: Pick<Jobs, 'queue'>,
): Promise<Result<NoValue, ResendRefusal>> {
  const invitation = await lockOpenInvitation(trx, inviterId, id)
  if (!invitation) return refuse({ code: 'not_found' })
  if (toInvitationVersion(invitation.expires_at) !== expectedVersion) return refuse({ code: 'stale' })
  await extendInvitation(trx, invitation.id)
  await jobs.queue(trx, 'mail', [{ mail: 'added_by_sponsor', invitation_id: id }])
  const subject = { kind: 'member', id: inviterId } as const
  await recordAction(trx, actor, { action: 'invitation.resent', subject, after: { invitation: id }, reason })
  return { ok: true }
}
