import type { Month } from '#domain/calendar/month.ts'
import type { Cents } from '#domain/money/money.ts'
import { type Refusal, type Result, refuse } from '#domain/result.ts'
import { type CloseBlockReason, findCloseBlockReason } from '#server/compensation/close/find-close-block-reason.ts'
import { lockAndCheckUnchanged } from '#server/compensation/close/preview-month.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import {
  type ApprovalRefusal,
  consumeApproval,
  lockApprovals,
  type Proposal,
} from '#server/identity/staff/consume-approval.ts'
import { findOpenApproval } from '#server/identity/staff/find-open-approval.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { enqueueMonthRun } from './enqueue-month-run.ts'
import { findPreview } from './month-run.queries.ts'
import { previewVersion } from './present-month.ts'
import { readPreview, toClosePreview, usesMinimumPayout } from './run-result.ts'

export type ProposeRefusal =
  | CloseBlockReason
  | ApprovalRefusal
  | Refusal<'not_previewed' | 'stale' | 'preview_outdated' | 'already_running'>

type StaffActor = Extract<Actor, { kind: 'staff' }>

/**
 * Closes a month as previewed, or proposes to (docs/back-office §1, §5): its inputs must be unchanged since. The close
 * itself is a job, which computes everything again and compares it with the approved figures.
 */
export async function proposeClose(
  trx: Transaction,
  actor: StaffActor,
  { month, expectedVersion, reason }: { month: Month; expectedVersion: string; reason: string },
  options: { settlingDays: number; minimumPayoutCents: Cents; jobs: Pick<Jobs, 'queue'> },
): Promise<Result<{ passed: true } | Proposal, ProposeRefusal>> {
  // Locked before the tree and the month, in the order in which approving locks them.
  await lockApprovals(trx)
  const preview = await findPreview(trx, month)
  if (!preview) return refuse({ code: 'not_previewed' })
  if (previewVersion(preview) !== expectedVersion) return refuse({ code: 'stale' })
  const result = readPreview(preview.result)
  const { unchanged } = await lockAndCheckUnchanged(trx, month, result.networkVersion)
  const blockReason = await findCloseBlockReason(trx, month, options)
  if (blockReason) return refuse(blockReason)
  if (!unchanged || !usesMinimumPayout(result, options.minimumPayoutCents)) return refuse({ code: 'preview_outdated' })
  const run = { month, kind: 'close', by: actor.email, byId: actor.staffId as StaffId, reason } as const
  const approvalRequest = {
    action: 'month.close',
    subject: month,
    permission: 'months.close',
    payload: { month, seen: result.networkVersion, byApproval: true },
    preview: toClosePreview(month, result),
    reason,
  } as const
  // The close itself consumes the approval, in the transaction that closes.
  const openApproval = await findOpenApproval(trx, approvalRequest)
  const isApproved = openApproval?.state === 'approved' && openApproval.isSame
  if (!isApproved) {
    const approval = await consumeApproval(trx, actor, approvalRequest)
    if (!approval.ok) return refuse(approval.refusal)
    if (!approval.passed) return approval
  }
  const queued = await enqueueMonthRun(trx, run, options)
  return queued.ok ? { ok: true, passed: true } : refuse({ code: 'already_running' })
}
