import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockTree } from '../lock-tree.ts'
import { findEdges, insertEdge } from './edge.queries.ts'
import { sponsorState } from './edges.ts'
import { queueSponsorMails } from './queue-sponsor-mails.ts'
import { refuseSponsor, type SponsorRefusal } from './refuse-sponsor.ts'

export type PlanRefusal = SponsorRefusal | { code: 'unknown' | 'changed_meanwhile' }
type Planned = { memberId: UserId; sponsorId: UserId | null; version: string; reason: string }
type Shop = { jobs: Pick<Jobs, 'queue'>; now: number }

/**
 * Gives a member another sponsor, or none, from the first of the next month (docs/plan §2.3); whoever is below stays
 * below. The member and both sponsors are mailed.
 */
export async function planSponsorChange(
  trx: Transaction,
  actor: Actor,
  { memberId, sponsorId, version, reason }: Planned,
  { jobs, now }: Shop,
): Promise<Result<Done, PlanRefusal>> {
  await lockTree(trx)
  const edges = await findEdges(trx, memberId)
  if (edges.length === 0) return refuse({ code: 'unknown' })
  const state = sponsorState(edges, now)
  if (state.version !== version) return refuse({ code: 'changed_meanwhile' })
  const allowed = await refuseSponsor(trx, memberId, sponsorId, state)
  if (!allowed.ok) return allowed
  const { fromMonth, sponsorId: formerId } = state
  await insertEdge(trx, { member_id: memberId, from_month: fromMonth, sponsor_id: sponsorId, reason })
  await recordAction(trx, actor, {
    action: 'member.sponsor_change_planned',
    subject: { kind: 'member', id: memberId },
    before: { sponsor_id: formerId },
    after: { sponsor_id: sponsorId, from_month: fromMonth },
    reason,
  })
  await queueSponsorMails(trx, jobs, 'planned', { memberId, formerId, sponsorId, fromMonth })
  return { ok: true }
}
