import { type NoValue, type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockTree } from '../lock-tree.ts'
import { deleteEdge, findEdges, isInDownlineOf } from './edge.queries.ts'
import { buildSponsorState } from './edges.ts'
import { queueSponsorEmails } from './queue-sponsor-emails.ts'

export type CancelRefusal = Refusal<'not_found' | 'stale' | 'no_sponsor_change_planned' | 'sponsor_cycle'>
type Cancellation = { memberId: UserId; expectedVersion: string; reason: string }
type CancelDeps = { jobs: Pick<Jobs, 'queue'>; now: number }

/**
 * Cancels a change that has not taken effect: the current sponsor stays. All recipients of its
 * announcement are emailed again.
 */
export async function cancelSponsorChange(
  trx: Transaction,
  actor: Actor,
  { memberId, expectedVersion, reason }: Cancellation,
  { jobs, now }: CancelDeps,
): Promise<Result<NoValue, CancelRefusal>> {
  await lockTree(trx)
  const edges = await findEdges(trx, memberId)
  if (edges.length === 0) return refuse({ code: 'not_found' })
  const { version, planned, sponsorId: currentSponsorId, fromMonth } = buildSponsorState(edges, now)
  if (version !== expectedVersion) return refuse({ code: 'stale' })
  if (!planned) return refuse({ code: 'no_sponsor_change_planned' })
  // In the meantime, the current sponsor may have been moved below the member, from the same month on.
  if (currentSponsorId !== null && (await isInDownlineOf(trx, currentSponsorId, memberId, fromMonth))) {
    return refuse({ code: 'sponsor_cycle' })
  }
  await deleteEdge(trx, memberId, planned.from_month)
  await recordAction(trx, actor, {
    action: 'member.sponsor_change_canceled',
    subject: { kind: 'member', id: memberId },
    before: { sponsor_id: planned.sponsor_id, from_month: planned.from_month },
    after: { sponsor_id: currentSponsorId },
    reason,
  })
  await queueSponsorEmails(
    trx,
    {
      outcome: 'canceled',
      memberId,
      formerId: currentSponsorId,
      sponsorId: planned.sponsor_id,
      fromMonth: planned.from_month,
    },
    { jobs },
  )
  return { ok: true }
}
