import * as z from 'zod/mini'
import type { Month } from '#domain/calendar/month.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
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
import { buildSponsorState, type SponsorState } from './edges.ts'
import { queueSponsorEmails } from './queue-sponsor-emails.ts'
import { refuseSponsor, type SponsorRefusal } from './refuse-sponsor.ts'

/** Name of the action in the approvals table; its subject is the member's id. */
export const SPONSOR_CHANGE_ACTION = 'member.sponsor'

type StateRefusal = SponsorRefusal | Refusal<'not_found' | 'stale'>
export type PlanRefusal = StateRefusal | ApprovalRefusal
type PlanInput = { memberId: UserId; sponsorId: UserId | null; version: string; reason: string }
type PlanDeps = {
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
  input: PlanInput,
  { jobs, now, approvalAbove }: PlanDeps,
): Promise<Result<ApprovalOutcome, PlanRefusal>> {
  const { memberId, sponsorId, reason } = input
  // Locked before the tree, in the order in which approving locks them.
  await lockApprovals(trx)
  const loaded = await lockAndLoad(trx, input, now)
  if (!loaded.ok) return loaded
  const { fromMonth, sponsorId: formerId } = loaded.state
  if (loaded.below > approvalAbove) {
    const approval = await consumeApproval(trx, actor, {
      action: SPONSOR_CHANGE_ACTION,
      subject: String(memberId),
      permission: 'members.change',
      payload: input,
      preview: await buildPreview(trx, input, loaded),
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
  await queueSponsorEmails(trx, { outcome: 'planned', memberId, formerId, sponsorId, fromMonth }, { jobs })
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
  const state = buildSponsorState(edges, now)
  if (state.version !== version) return refuse({ code: 'stale' })
  const allowed = await refuseSponsor(trx, memberId, sponsorId, state)
  if (!allowed.ok) return allowed
  return { ok: true, state, below: await countDownline(trx, memberId, state.fromMonth as Month, MAX_COUNTED + 1) }
}

/** Uses member numbers: a preview remains when a person is erased. */
async function buildPreview(
  trx: Transaction,
  { memberId, sponsorId }: PlanInput,
  { state, below }: LockedState,
): Promise<Preview> {
  const ids = [memberId, sponsorId, state.sponsorId].filter((id) => id !== null)
  const people = new Map((await findPeople(trx, ids)).map(({ id, member_no }) => [id, member_no]))
  const toMemberNo = (id: UserId | null): string => (id === null ? 'nobody' : (people.get(id) ?? String(id)))
  return {
    member: toMemberNo(memberId),
    'new sponsor': toMemberNo(sponsorId),
    'sponsor today': toMemberNo(state.sponsorId),
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
function parsePayload(payload: unknown): PlanInput | undefined {
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) return undefined
  const { memberId, sponsorId, ...planned } = parsed.data
  return { ...planned, memberId: memberId as UserId, sponsorId: sponsorId as UserId | null }
}

/** Checked again on approval, then planned; refused if sponsor, month or downline differ from the proposal. */
export const approvableSponsorChange = ({ jobs, settings }: Pick<Services, 'jobs' | 'settings'>): ApprovableAction => ({
  action: SPONSOR_CHANGE_ACTION,
  async preview(trx, payload) {
    const planned = parsePayload(payload)
    const loaded = planned && (await lockAndLoad(trx, planned, Date.now()))
    return planned && loaded?.ok ? buildPreview(trx, planned, loaded) : undefined
  },
  async carryOut(trx, actor, payload) {
    const planned = parsePayload(payload)
    if (!planned) return refuse({ code: 'not_found' })
    const deps = { jobs, now: Date.now(), approvalAbove: settings.get('sponsor_approval_above') }
    const result = await planSponsorChange(trx, actor, planned, deps)
    return result.ok ? { ok: true } : result
  },
})
