import { type Cents, formatCents } from '#domain/money.ts'
import type { Month } from '#domain/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { type ApprovalRefusal, type Proposed, passApproval } from '#server/staff/pass-approval.ts'
import { findPayable, type PayRefusal, payMonth } from './pay-month.ts'

export type StaffPayRefusal = PayRefusal | { code: ApprovalRefusal }

/** Marks a month as paid, which takes two people (docs/back-office §1); asked for again once it is approved. */
export async function payMonthByStaff(
  trx: Transaction,
  actor: Actor,
  { month, totalCents, reason }: { month: Month; totalCents: Cents; reason: string | undefined },
): Promise<Result<{ passed: true; payees: number } | Proposed, StaffPayRefusal>> {
  const payable = await findPayable(trx, month, totalCents)
  if (!payable.ok) return payable
  const approval = await passApproval(trx, actor, {
    action: 'month.pay',
    subject: month,
    permission: 'months.pay',
    payload: { month, totalCents },
    preview: { month, total: formatCents(totalCents), payees: payable.payees },
    reason,
  })
  if (!approval.ok) return refuse({ code: approval.refusal })
  if (!approval.passed) return approval
  const paid = await payMonth(trx, month, totalCents)
  if (!paid.ok) return paid
  const { payees } = paid
  const subject = { kind: 'month', id: month } as const
  await recordAction(trx, actor, { action: 'month.paid', subject, after: { totalCents, payees }, reason })
  return { ok: true, passed: true, payees }
}
