import * as z from 'zod/mini'
import { type Month, month as monthOf } from '#domain/calendar/month.ts'
import { CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'
import { cents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import { type ApprovalRefusal, consumeApproval, type Proposal } from '#server/identity/staff/consume-approval.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import { findOpenApproval } from '#server/identity/staff/find-open-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId, UserId } from '#server/platform/database/tables.generated.ts'
import { insertCorrection, type Person } from './correction.queries.ts'
import {
  type CorrectionInput,
  type CorrectionRefusal,
  type PlannedCorrection,
  planCorrection,
} from './plan-correction.ts'

export type StaffCorrectionRefusal = CorrectionRefusal | ApprovalRefusal | { code: 'stale' }
export type BookedCorrection = { correctionId: number; month: Month; memberNo: string }

/** The action name in the table of approvals. */
export const CORRECTION_ACTION = 'bonus.correct'

/** Passed by tests, and by a page: only the preview that it showed may be proposed. */
type Options = { now?: number; expectedVersion?: string }

/** Adds to a member's bonus, or deducts from it; requires a second approver (docs/plan §8.5, docs/back-office §1). */
export async function correctBonus(
  trx: Transaction,
  actor: Actor,
  input: CorrectionInput,
  { now, expectedVersion }: Options = {},
): Promise<Result<({ passed: true } & BookedCorrection) | (Proposal & { month: Month }), StaffCorrectionRefusal>> {
  const planned = await planCorrection(trx, input, now)
  if (!planned.ok) return planned
  const { plan } = planned
  if (expectedVersion !== undefined && expectedVersion !== plan.hash) return refuse({ code: 'stale' })
  const approvalRequest = {
    action: CORRECTION_ACTION,
    subject: plan.subject,
    permission: 'bonuses.correct',
    payload: toPayload(input),
    preview: plan.preview,
    reason: input.reason,
  } as const
  // Consuming the approval deletes it, so its proposer is read first.
  const openApproval = await findOpenApproval(trx, approvalRequest)
  const approval = await consumeApproval(trx, actor, approvalRequest)
  if (!approval.ok) return refuse(approval.refusal)
  if (!approval.passed) return { ...approval, month: plan.month }
  const approver = openApproval?.isSame ? openApproval.decidedBy : undefined
  const correctionId = await insertCorrection(trx, {
    ...plan,
    requestedBy: openApproval && approver ? toPerson(openApproval.proposedBy) : actorToPerson(actor),
    approvedBy: approver && toPerson(approver),
  })
  await recordCorrection(trx, actor, plan, correctionId)
  return { ok: true, passed: true, correctionId, month: plan.month, memberNo: plan.memberNo }
}

const toPerson = ({ id, email }: { id: StaffId | null; email: string }): Person => ({
  id: id ?? undefined,
  name: email,
})
const actorToPerson = (actor: Actor): Person => ({
  id: actor.kind === 'staff' ? (actor.staffId as StaffId) : undefined,
  name: formatActorName(actor),
})

const recordCorrection = (trx: Transaction, actor: Actor, plan: PlannedCorrection, correctionId: number) =>
  recordAction(trx, actor, {
    action: 'bonus.corrected',
    subject: { kind: 'member', id: plan.memberId },
    after: {
      correction: correctionId,
      bonus: plan.bonus,
      amountCents: plan.amountCents,
      concerns: plan.concerns,
      month: plan.month,
      ...(plan.orderNo !== undefined && { order: plan.orderNo }),
    },
    reason: plan.reason,
  })

const Payload = z.object({
  memberId: z.int(),
  concerns: z.string(),
  bonus: z.enum(CORRECTED_BONUSES),
  amountCents: z.int(),
  orderNo: z.optional(z.string()),
  reason: z.string(),
})
const toPayload = ({ memberId, concerns, bonus, amountCents, orderNo, reason }: CorrectionInput) => ({
  memberId,
  concerns,
  bonus,
  amountCents,
  orderNo,
  reason,
})
export const parsePayload = (payload: unknown): CorrectionInput => {
  const { memberId, concerns, amountCents, orderNo, ...input } = Payload.parse(payload)
  return {
    ...input,
    memberId: memberId as UserId,
    concerns: monthOf(concerns),
    amountCents: cents(amountCents),
    orderNo,
  }
}

/** Planned again when it is approved, and then booked. */
export const approvableCorrection: ApprovableAction = {
  action: CORRECTION_ACTION,
  async preview(trx, payload) {
    const planned = await planCorrection(trx, parsePayload(payload))
    return planned.ok ? planned.plan.preview : undefined
  },
  carryOut: (trx, actor, payload) => correctBonus(trx, actor, parsePayload(payload)),
}
