import { type Month, monthOf } from '#domain/calendar/month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import {
  type ApprovalRefusal,
  consumeApproval,
  type Preview,
  type Proposal,
} from '#server/identity/staff/consume-approval.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { checkPlan, type SavePlanRefusal, savePlan } from './save-plan.ts'

type NewPlan = Omit<Plan, 'version'>
export type PublishPlanRefusal = SavePlanRefusal | ApprovalRefusal

const PUBLISH_ACTION = 'plan.publish'

/** Publishes a version of the plan; requires a second approver (docs/back-office §1). */
export async function publishPlan(
  trx: Transaction,
  actor: Actor,
  plan: NewPlan,
  { currentMonth, reason }: { currentMonth: Month; reason: string | undefined },
): Promise<Result<{ passed: true; version: number } | Proposal, PublishPlanRefusal>> {
  const checked = await checkPlan(trx, plan, currentMonth)
  if (!checked.ok) return checked
  // Precedes the lock on the plans: when an approval carries this out, the approvers are already locked.
  const approval = await consumeApproval(trx, actor, {
    action: PUBLISH_ACTION,
    subject: plan.firstMonth,
    permission: 'plan.publish',
    payload: plan,
    preview: buildPreview(plan),
    reason,
  })
  if (!approval.ok) return refuse(approval.refusal)
  if (!approval.passed) return approval
  const saved = await savePlan(trx, plan, currentMonth)
  if (!saved.ok) return saved
  const { version } = saved
  const subject = { kind: 'plan', id: version } as const
  await recordAction(trx, actor, { action: 'plan.saved', subject, after: plan, reason })
  return { ok: true, passed: true, version }
}

/** The whole plan, one line per level. */
function buildPreview({ firstMonth, directLineRateBp, levels }: NewPlan): Preview {
  const rows = levels.map(({ code, name, personalPv, groupPv, customerPv, legs, legLevel, rateBp }) => [
    `level ${code}`,
    `${name}: ${personalPv} personal PV, ${groupPv} group PV, ${customerPv} customer PV, ${legs} legs of level ${legLevel}, ${rateBp} basis points`,
  ])
  return { 'first month': firstMonth, 'direct line': `${directLineRateBp} basis points`, ...Object.fromEntries(rows) }
}

export const approvablePublishPlan: ApprovableAction = {
  action: PUBLISH_ACTION,
  preview: async (_trx, payload) => buildPreview(payload as NewPlan),
  carryOut: (trx, actor, payload, reason) =>
    publishPlan(trx, actor, payload as NewPlan, { currentMonth: monthOf(Date.now()), reason }),
}
