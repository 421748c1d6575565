import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { InvitationId, UserId } from '#server/platform/database/tables.generated.ts'
import { deleteInvitation } from './invitation.queries.ts'

/**
 * Staff end an open invitation of a member: its link with it, at once, and what was entered of the person. The log has its
 * id alone, since who was invited is no member whom erasing would find.
 */
export async function revokeInvitation(
  trx: Transaction,
  actor: Actor,
  { inviterId, id, reason }: { inviterId: UserId; id: InvitationId; reason: string },
): Promise<Result<Done, 'no_invitation'>> {
  if (!(await deleteInvitation(trx, inviterId, id))) return refuse('no_invitation')
  const subject = { kind: 'member', id: inviterId } as const
  await recordAction(trx, actor, { action: 'invitation.revoked', subject, before: { invitation: id }, reason })
  return { ok: true }
}
