import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Month, month as monthOf } from '#domain/calendar/month.ts'
import { type SentMethod, sentMethods } from '#domain/compensation/rules/payout-steps.ts'
import { formatCents } from '#domain/money/money.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import {
  type ApprovalRefusal,
  consumeApproval,
  lockApprovals,
  type Preview,
  type Proposal,
} from '#server/identity/staff/consume-approval.ts'
import type { ApprovableAction } from '#server/identity/staff/decide-approval.ts'
import { findOpenApproval } from '#server/identity/staff/find-open-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { lockForStep, payoutVersion, type StepRefusal } from './book-step.ts'
import { findSoloPayoutLimit } from './find-solo-payout-limit.ts'
import { findPayout } from './payout.queries.ts'

export type SentPayout = {
  month: Month
  memberId: number
  method: SentMethod
  reference: string
  /** Required above the limit for payouts sent by hand. */
  reason: string
  /** Version of the payout that the client saw. */
  expectedVersion: string
  at: Date
}

/** Action in the table of approvals; the subject is the month and the member's ID. */
const SEND_ACTION = 'payout.send'

type ManualPayout = Omit<SentPayout, 'at'>

/**
 * Authorizes sending a payout by hand now (docs/decisions/0058). It needs a reference and, if all payouts sent by hand
 * this month exceed the setting, a second approver. Calls are serialized so that no two of them rely on the same sum.
 */
export async function authorizeManualPayout(
  trx: Transaction,
  actor: Actor,
  { at, ...input }: SentPayout,
  { settings }: Pick<Services, 'settings'>,
): Promise<
  Result<
    { passed: true; approvedBy: string | undefined } | Proposal,
    Refusal<'reference_required'> | StepRefusal | ApprovalRefusal
  >
> {
  if (input.reference.trim() === '') return refuse({ code: 'reference_required' })
  await lockApprovals(trx)
  const loaded = await lockAndLoad(trx, input)
  if (!loaded.ok) return loaded
  const { amountCents, entries, preview } = loaded
  if (amountCents <= (await findSoloPayoutLimit(trx, settings, at)))
    return { ok: true, passed: true, approvedBy: undefined }
  const { expectedVersion: _, ...payload } = input
  const approvalRequest = {
    action: SEND_ACTION,
    subject: `${input.month} ${input.memberId}`,
    permission: 'months.pay',
    payload: { ...payload, expectedEntries: entries },
    preview,
    reason: input.reason,
  } as const
  // Consuming the approval removes it, so its approver is read first.
  const openApproval = await findOpenApproval(trx, approvalRequest)
  const approval = await consumeApproval(trx, actor, approvalRequest)
  if (!approval.ok || !approval.passed) return approval
  return { ok: true, passed: true, approvedBy: openApproval?.isSame ? openApproval.decidedBy?.email : undefined }
}

/** Locks the payout. The approval covers this way of sending it, based on the version that the client saw. */
async function lockAndLoad(
  trx: Transaction,
  { month, memberId, method, reference, reason, expectedVersion }: ManualPayout,
): Promise<Result<{ amountCents: number; entries: number; preview: Preview }, StepRefusal>> {
  const locked = await lockForStep(trx, { month, memberId, kind: 'paid', expectedVersion })
  if (!locked.ok) return locked
  const payout = await findPayout(trx, month, memberId)
  if (!payout) return refuse({ code: 'not_found' })
  const preview = {
    month,
    member: payout.member_no,
    amount: formatCents(payout.amount_cents),
    method,
    // Hashed because these texts name people, and a preview remains when they are erased.
    'hash of the reference': hashText(reference),
    'hash of the reason': hashText(reason),
    entries: locked.payout.entries,
  }
  return { ok: true, amountCents: payout.amount_cents, entries: locked.payout.entries, preview }
}

const hashText = (text: string): string => createHash('sha256').update(text.trim()).digest('hex')

const Payload = z.object({
  month: z.string(),
  memberId: z.int(),
  method: z.enum(sentMethods),
  reference: z.string(),
  reason: z.string(),
  expectedEntries: z.int(),
})

/**
 * Recomputes the preview on approval: after another entry it does not match the proposal. Sending needs another
 * request.
 */
export const approvableManualPayout: ApprovableAction = {
  action: SEND_ACTION,
  async preview(trx, payload) {
    // Empty after the member was erased: there is nothing left to approve.
    const parsed = Payload.safeParse(payload)
    if (!parsed.success) return undefined
    const { month, expectedEntries, ...payout } = parsed.data
    const expectedVersion = payoutVersion(expectedEntries)
    const loaded = await lockAndLoad(trx, { ...payout, month: monthOf(month), expectedVersion })
    return loaded.ok ? loaded.preview : undefined
  },
  carryOut: () => Promise.resolve({ ok: true, later: true }),
}
