import * as z from 'zod/mini'
import type { Month } from '#domain/calendar/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import {
  type ApprovalOutcome,
  type ApprovalRefusal,
  consumeApproval,
  lockApprovals,
  type Preview,
} from '#server/identity/staff/consume-approval.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { lockTree } from '../lock-tree.ts'
import { countDownline, findEdges, findPeople, insertEdge } from './edge.queries.ts'
import { type SponsorState, sponsorState } from './edges.ts'
import { queueSponsorMails } from './queue-sponsor-mails.ts'
import { refuseSponsor, type SponsorRefusal } from './refuse-sponsor.ts'

/** Name of the action in the approvals table; its subject is the member's id. */
export const CHANGING_SPONSOR = 'member.sponsor'

type StateRefusal = SponsorRefusal | { code: 'not_found' | 'stale' }
export type PlanRefusal = StateRefusal | ApprovalRefusal
type PlanInput = { memberId: UserId; sponsorId: UserId | null; version: string; reason: string }
type Shop = {
  jobs: Pick<Jobs, 'queue'>
  now: number
  /** Size of the downline above which a second approver is required: the setting `sponsor_approval_above`. */
  approvalAbove: number
}

/**
 * Gives a member another sponsor, or none, from the first of the next month on (docs/plan §2.3); their downline stays
 * with them. Above the setting, a second approver is required (docs/back-office §1). The member and both sponsors are
 * emailed.
 */
export async function planSponsorChange(
  trx: Transaction,
  actor: Actor,
  given: PlanInput,
  { jobs, now, approvalAbove }: Shop,
): Promise<Result<ApprovalOutcome, PlanRefusal>> {
  const { memberId, sponsorId, reason } = given
  // Locked before the tree, in the order in which approving locks them.
  await lockApprovals(trx)
  const looked = await lockAndLoad(trx, given, now)
  if (!looked.ok) return looked
  const { fromMonth, sponsorId: formerId } = looked.state
  if (looked.below > approvalAbove) {
    const approval = await consumeApproval(trx, actor, {
      action: CHANGING_SPONSOR,
      subject: String(memberId),
      permission: 'members.change',
      payload: given,
      preview: await previewOf(trx, given, looked),
      reason,
    })
    if (!approval.ok) return refuse(approval.refusal)
    if (!approval.passed) return approval
  }
  await insertEdge(trx, { member_id: memberId, from_month: fromMonth, sponsor_id: sponsorId, reason })
  await recordAction(trx, actor, {
    action: 'member.sponsor_change_planned',
    subject: { kind: 'member', id: memberId },
    before: { sponsor_id: formerId },
    after: { sponsor_id: sponsorId, from_month: fromMonth },
    reason,
  })
  await queueSponsorMails(trx, jobs, 'planned', { memberId, formerId, sponsorId, fromMonth })
  return { ok: true, passed: true }
}

type LockedState = { state: SponsorState; below: number }

/** Locks the tree and finds what the change would move. */
async function lockAndLoad(
  trx: Transaction,
  { memberId, sponsorId, version }: PlanInput,
  now: number,
): Promise<Result<LockedState, StateRefusal>> {
  await lockTree(trx)
  const edges = await findEdges(trx, memberId)
  if (edges.length === 0) return refuse({ code: 'not_found' })
  const state = sponsorState(edges, now)
  if (state.version !== version) return refuse({ code: 'stale' })
  const allowed = await refuseSponsor(trx, memberId, sponsorId, state)
  if (!allowed.ok) return allowed
  return { ok: true, state, below: await countDownline(trx, memberId, state.fromMonth as Month, MAX_COUNTED + 1) }
}

/** Uses member numbers: a preview remains when a person is erased. */
async function previewOf(
  trx: Transaction,
  { memberId, sponsorId }: PlanInput,
  { state, below }: LockedState,
): Promise<Preview> {
  const ids = [memberId, sponsorId, state.sponsorId].filter((id) => id !== null)
  const people = new Map((await findPeople(trx, ids)).map(({ id, member_no }) => [id, member_no]))
  const named = (id: UserId | null): string => (id === null ? 'nobody' : (people.get(id) ?? String(id)))
  return {
    member: named(memberId),
    'new sponsor': named(sponsorId),
    'sponsor today': named(state.sponsorId),
    'from month': state.fromMonth,
    'members below': below > MAX_COUNTED ? `more than ${MAX_COUNTED}` : below,
  }
}

const Payload = z.object({
  memberId: z.int(),
  sponsorId: z.nullable(z.int()),
  version: z.string(),
  reason: z.string(),
})
/** Returns undefined once the member has been erased. */
function plannedOf(payload: unknown): PlanInput | undefined {
  const read = Payload.safeParse(payload)
  if (!read.success) return undefined
  const { memberId, sponsorId, ...planned } = read.data
  return { ...planned, memberId: memberId as UserId, sponsorId: sponsorId as UserId | null }
}

/** Checked again on approval, then planned; refused if sponsor, month or downline differ from the proposal. */
export const approvableSponsorChange = ({ jobs, settings }: Pick<Services, 'jobs' | 'settings'>): ApprovableAction => ({
  action: CHANGING_SPONSOR,
  async preview(trx, payload) {
    const planned = plannedOf(payload)
    const looked = planned && (await lockAndLoad(trx, planned, Date.now()))
    return planned && looked?.ok ? previewOf(trx, planned, looked) : undefined
  },
  async carryOut(trx, actor, payload) {
    const planned = plannedOf(payload)
    if (!planned) return refuse({ code: 'not_found' })
    const shop = { jobs, now: Date.now(), approvalAbove: settings.get('sponsor_approval_above') }
    const done = await planSponsorChange(trx, actor, planned, shop)
    return done.ok ? { ok: true } : done
  },
})
