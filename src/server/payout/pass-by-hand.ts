import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type SentMethod, sentMethods } from '#domain/compensation/rules/payout-steps.ts'
import { formatCents } from '#domain/money.ts'
import { type Month, month as monthOf } from '#domain/month.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import type { ApprovableAction } from '#server/staff/decide-approval.ts'
import { findOpenApproval } from '#server/staff/find-open-approval.ts'
import {
  type ApprovalRefusal,
  holdApprovals,
  type Preview,
  type Proposed,
  passApproval,
} from '#server/staff/pass-approval.ts'
import { lockForStep, type StepRefusal } from './book-step.ts'
import { findAloneCents } from './find-alone.ts'
import { findPayout } from './payout.queries.ts'

export type SentPayout = {
  month: Month
  memberId: number
  method: SentMethod
  reference: string
  /** Needed of what is sent by hand above the setting. */
  reason: string
  /** How many entries were seen. */
  expectedEntries: number
  at: Date
}

/** In the table of approvals; the subject is the month and the member's id. */
const SENDING = 'payout.send'

type Given = Omit<SentPayout, 'at'>

/**
 * Whether a payout may be sent by hand now (docs/decisions/0108): with a reference, and where all of this month comes to
 * more than the setting, as two people approved it. All who send by hand take their turn, so that two of them never rest
 * on the same sum.
 */
export async function passByHand(
  trx: Transaction,
  actor: Actor,
  { at, ...given }: SentPayout,
  { settings }: Pick<Services, 'settings'>,
): Promise<
  Result<{ passed: true; approvedBy: string | undefined } | Proposed, StepRefusal | ApprovalRefusal | 'no_reference'>
> {
  if (given.reference.trim() === '') return refuse('no_reference')
  await holdApprovals(trx)
  const looked = await lookAt(trx, given)
  if (!looked.ok) return looked
  const { amountCents, preview } = looked
  if (amountCents <= (await findAloneCents(trx, settings, at))) return { ok: true, passed: true, approvedBy: undefined }
  const guarded = {
    action: SENDING,
    subject: `${given.month} ${given.memberId}`,
    permission: 'months.pay',
    payload: given,
    preview,
    reason: given.reason,
  } as const
  // Passing uses it up: whoever approved what passes is asked before.
  const waiting = await findOpenApproval(trx, guarded)
  const approval = await passApproval(trx, actor, guarded)
  if (!approval.ok || !approval.passed) return approval
  return { ok: true, passed: true, approvedBy: waiting?.isSame ? waiting.decidedBy?.email : undefined }
}

/** Locks the payout; what is approved is this sending of it, after the entries that were seen. */
async function lookAt(
  trx: Transaction,
  { month, memberId, method, reference, reason, expectedEntries }: Given,
): Promise<Result<{ amountCents: number; preview: Preview }, StepRefusal>> {
  const locked = await lockForStep(trx, { month, memberId, kind: 'paid', expectedEntries })
  if (!locked.ok) return locked
  const payout = await findPayout(trx, month, memberId)
  if (!payout) return refuse('unknown')
  const preview = {
    month,
    member: payout.member_no,
    amount: formatCents(payout.amount_cents),
    method,
    // Their words name people, and a preview stays when they are erased.
    'hash of the reference': hashOf(reference),
    'hash of the reason': hashOf(reason),
    entries: expectedEntries,
  }
  return { ok: true, amountCents: payout.amount_cents, preview }
}

const hashOf = (words: string): string => createHash('sha256').update(words.trim()).digest('hex')

const Payload = z.object({
  month: z.string(),
  memberId: z.int(),
  method: z.enum(sentMethods),
  reference: z.string(),
  reason: z.string(),
  expectedEntries: z.int(),
})

/** Looked at anew when it is approved: after another entry it is no longer what was proposed. It is asked for again. */
export const approvableByHand: ApprovableAction = {
  action: SENDING,
  async preview(trx, payload) {
    // Empty once the member was erased: there is nothing left to approve.
    const read = Payload.safeParse(payload)
    if (!read.success) return undefined
    const looked = await lookAt(trx, { ...read.data, month: monthOf(read.data.month) })
    return looked.ok ? looked.preview : undefined
  },
  carryOut: () => Promise.resolve({ ok: true, later: true }),
}
