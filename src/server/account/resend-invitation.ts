import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { InvitationId, UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { prolongInvitation } from './invitation.queries.ts'

/** Staff send an open invitation of a member once more: 14 days from now, and the older link ends at once. */
export async function resendInvitation(
  trx: Transaction,
  actor: Actor,
  { inviterId, id, reason }: { inviterId: UserId; id: InvitationId; reason: string },
  jobs: Pick<Jobs, 'queue'>,
): Promise<Result<Done, 'no_invitation'>> {
  if (!(await prolongInvitation(trx, inviterId, id))) return refuse('no_invitation')
  await jobs.queue(trx, 'mail', [{ mail: 'added_by_sponsor', invitation_id: id }])
  const subject = { kind: 'member', id: inviterId } as const
  await recordAction(trx, actor, { action: 'invitation.resent', subject, after: { invitation: id }, reason })
  return { ok: true }
}
