import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { InvitationId, UserId } from '#server/platform/database/tables.generated.ts'
import { deleteInvitation } from './invitation.queries.ts'

/**
 * Lets staff revoke a member's open invitation: its link ends immediately and the personal data is deleted. The audit
 * log stores only the invitation's ID, since the invited person is no member whose log entries could be erased.
 */
export async function revokeInvitation(
  trx: Transaction,
  actor: Actor,
  { inviterId, id, reason }: { inviterId: UserId; id: InvitationId; reason: string },
): Promise<Result<NoValue, Refusal<'not_found'>>> {
  if (!(await deleteInvitation(trx, inviterId, id))) return refuse({ code: 'not_found' })
  const subject = { kind: 'member', id: inviterId } as const
  await recordAction(trx, actor, { action: 'invitation.revoked', subject, before: { invitation: id }, reason })
  return { ok: true }
}
