import * as z from 'zod/mini'
import { type Month, month as monthOf } from '#domain/calendar/month.ts'
import { type Cents, cents, formatCents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import {
  type ApprovalRefusal,
  consumeApproval,
  lockApprovals,
  type Preview,
  type Proposal,
} from '#server/identity/staff/consume-approval.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { bookPayable, findPayable, type Payable, type PayableList, type PayRefusal } from './pay-month.ts'

export type StaffPayRefusal = PayRefusal | ApprovalRefusal
type Services = { jobs: Pick<Jobs, 'queue'> }
type PayMonthRequest = {
  month: Month
  totalCents: Cents
  reason: string | undefined
  /** True if the approval itself pays the month; otherwise another request pays it after the approval. */
  byApproval?: boolean
}

/**
 * Marks a month as paid, which needs two people (docs/back-office §1): the approval covers every payee, amount and
 * destination. Emails the payees.
 */
export async function payMonthByStaff(
  trx: Transaction,
  actor: Actor,
  { month, totalCents, reason, byApproval = false }: PayMonthRequest,
  { jobs }: Services,
): Promise<Result<({ passed: true } & Payable) | Proposal, StaffPayRefusal>> {
  // Approving uses the same lock order: a transaction that has locked the month never waits for the approvers.
  await lockApprovals(trx)
  const payable = await findPayable(trx, month, totalCents)
  if (!payable.ok) return payable
  const approval = await consumeApproval(trx, actor, {
    action: 'month.pay',
    subject: month,
    permission: 'months.pay',
    payload: { month, totalCents, byApproval },
    preview: buildPreview(month, totalCents, payable),
    reason,
  })
  if (!approval.ok) return refuse(approval.refusal)
  if (!approval.passed) return approval
  const { payees, open } = await bookPayable(trx, month, payable, { by: formatActorName(actor) })
  const subject = { kind: 'month', id: month } as const
  await recordAction(trx, actor, { action: 'month.paid', subject, after: { totalCents, payees, open }, reason })
  await jobs.queue(trx, 'payout_mails', [{ month }])
  return { ok: true, passed: true, payees, open }
}

const buildPreview = (month: Month, totalCents: Cents, { payees, open, list }: PayableList): Preview => ({
  month,
  total: formatCents(totalCents),
  payees,
  // Omitted if there are none, so that older previews without this field still match.
  ...(open > 0 && { 'stay open': open }),
  'hash of the list': list,
})

const Payload = z.object({ month: z.string(), totalCents: z.int(), byApproval: z._default(z.boolean(), false) })

/**
 * Recomputes the preview on approval: a payout that was put on hold or got another destination does not match the
 * proposal.
 */
export const approvablePayMonth = (services: Services): ApprovableAction => ({
  action: 'month.pay',
  async preview(trx, payload) {
    const { month, totalCents } = Payload.parse(payload)
    const payable = await findPayable(trx, monthOf(month), cents(totalCents))
    return payable.ok ? buildPreview(monthOf(month), cents(totalCents), payable) : undefined
  },
  async carryOut(trx, actor, payload, reason) {
    const { month, totalCents, byApproval } = Payload.parse(payload)
    if (!byApproval) return { ok: true, later: true }
    const paid = await payMonthByStaff(
      trx,
      actor,
      { month: monthOf(month), totalCents: cents(totalCents), reason },
      services,
    )
    return paid.ok ? { ok: true } : paid
  },
})
