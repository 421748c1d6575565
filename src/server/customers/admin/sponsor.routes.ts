import type { FastifyInstance } from 'fastify'
import {
  cancelSponsorChangeCall,
  memberSponsorsCall,
  planSponsorCall,
  previewSponsorCall,
} from '#contract/network/sponsors.ts'
import { monthOf } from '#domain/calendar/month.ts'
import type { NoValue, Result } from '#domain/result.ts'
import { showTree } from '#server/compensation/explore/show-tree.ts'
import type { NetworkServices } from '#server/compensation/live/live-network.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { ApprovalOutcome } from '#server/identity/staff/consume-approval.ts'
import { findPendingForViewer } from '#server/identity/staff/find-open-approval.ts'
import { makeStaffPolicies, type Staff } from '#server/identity/staff/find-staff.ts'
import { requiresTwoApprovers } from '#server/identity/staff/requires-two-approvers.ts'
import { cancelSponsorChange } from '#server/network/sponsor-change/cancel-sponsor-change.ts'
import { listSponsors } from '#server/network/sponsor-change/list-sponsors.ts'
import { planSponsorChange, SPONSOR_CHANGE_ACTION } from '#server/network/sponsor-change/plan-sponsor-change.ts'
import { previewSponsorChange } from '#server/network/sponsor-change/preview-sponsor-change.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { presentSponsorPreview, presentSponsors } from './present-sponsors.ts'
import { type SponsorChangeRefusal, sponsorChanged, sponsorProblem } from './sponsor.errors.ts'

/** Changes a member's sponsor from the next month on (docs/back-office §4, docs/plan §2.3). */
export function sponsorRoutes(app: FastifyInstance, services: NetworkServices): void {
  const { db, jobs, settings } = services
  const { permitted } = makeStaffPolicies(services)
  const requireSponsors = async (id: UserId, { id: viewer }: Pick<Staff, 'id'>) => {
    const sponsors = await listSponsors(db, id, Date.now())
    if (!sponsors) throw notFound()
    const pendingApproval = await findPendingForViewer(
      db,
      { action: SPONSOR_CHANGE_ACTION, subject: String(id) },
      viewer,
    )
    return presentSponsors(sponsors, pendingApproval)
  }
  const respond = async (
    id: UserId,
    caller: Staff,
    result: Result<NoValue | ApprovalOutcome, SponsorChangeRefusal>,
  ) => {
    if (result.ok) return requireSponsors(id, caller)
    if (result.refusal.code !== 'stale') throw sponsorProblem(result.refusal)
    throw problem('stale', sponsorChanged, { current: await requireSponsors(id, caller) })
  }

  serve(app, memberSponsorsCall, permitted(memberSponsorsCall), ({ params, caller }) =>
    requireSponsors(params.member_id as UserId, caller),
  )

  serve(app, previewSponsorCall, permitted(previewSponsorCall), async ({ params, query: { sponsor_id } }) => {
    const id = params.member_id as UserId
    const now = Date.now()
    const previewed = await previewSponsorChange(db, id, (sponsor_id ?? null) as UserId | null, now)
    if (!previewed.ok) throw sponsorProblem(previewed.refusal)
    const tree = await showTree(services, monthOf(now), { memberId: id, afterId: undefined })
    const exceedsLimit = previewed.preview.downline.count > settings.get('sponsor_approval_above')
    const needsApproval = exceedsLimit && (await requiresTwoApprovers(db))
    return presentSponsorPreview(previewed.preview, tree?.member?.group_pv ?? 0, needsApproval)
  })

  serve(app, planSponsorCall, permitted(planSponsorCall), async ({ params, body, caller }) => {
    const memberId = params.member_id as UserId
    const { expected_version: version, reason } = body
    const change = { memberId, sponsorId: body.sponsor_id as UserId | null, version, reason }
    const shop = { jobs, now: Date.now(), approvalAbove: settings.get('sponsor_approval_above') }
    const planned = await inTransaction(db, (trx) => planSponsorChange(trx, caller.actor, change, shop))
    return respond(memberId, caller, planned)
  })

  serve(app, cancelSponsorChangeCall, permitted(cancelSponsorChangeCall), async ({ params, body, caller }) => {
    const memberId = params.member_id as UserId
    const shop = { jobs, now: Date.now() }
    const cancellation = { memberId, expectedVersion: body.expected_version, reason: body.reason }
    const canceled = await inTransaction(db, (trx) => cancelSponsorChange(trx, caller.actor, cancellation, shop))
    return respond(memberId, caller, canceled)
  })
}
