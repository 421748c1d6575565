import type { Month } from '#domain/calendar/month.ts'
import { type Cents, formatCents } from '#domain/money/money.ts'
import { type Result, refuse } from '#domain/result.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import {
  type ApprovalOutcome,
  type ApprovalRefusal,
  consumeApproval,
  lockApprovals,
  type Preview,
  type Proposal,
  serializePreview,
} from '#server/identity/staff/consume-approval.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { MonthSums } from './close-month.queries.ts'
import { type CloseMonthRefusal, type CloseOptions, closeMonth, type MonthFigures } from './close-month.ts'

export type StaffCloseRefusal = CloseMonthRefusal | ApprovalRefusal | { code: 'stale' }
export type StaffClosing = Omit<CloseOptions, 'closedBy' | 'lockFirst' | 'canClose' | 'onClosed'> & {
  reason: string | undefined
  /** The preview that the proposer reviewed; absent if there was none. */
  previewed?: Preview
}

/**
 * Closes a month, with a second approver (docs/back-office §1): it is computed once for the proposal, and again for the
 * close, so that the close matches the approval by the hash of its inputs and by its sums. If only one person can
 * approve, the request is the approval, and is compared with the preview they reviewed.
 */
export async function closeMonthByStaff(
  connection: Connection,
  actor: Actor,
  { reason, previewed, ...options }: StaffClosing,
): Promise<Result<{ passed: true; sums: MonthSums } | Proposal, StaffCloseRefusal>> {
  const { month } = options
  const decision: { approval?: Result<ApprovalOutcome, ApprovalRefusal>; isOther?: boolean } = {}
  const closed = await closeMonth(connection, {
    ...options,
    closedBy: formatActorName(actor),
    lockFirst: lockApprovals,
    async canClose(trx, figures) {
      const preview = buildClosePreview(month, options.minimumPayoutCents, figures)
      const approval = await consumeApproval(trx, actor, {
        action: 'month.close',
        subject: month,
        permission: 'months.close',
        payload: { month },
        preview,
        reason,
      })
      decision.approval = approval
      if (!approval.ok || !approval.passed) return false
      decision.isOther = previewed !== undefined && serializePreview(previewed) !== serializePreview(preview)
      return !decision.isOther
    },
    onClosed: (trx, sums) =>
      recordAction(trx, actor, { action: 'month.closed', subject: { kind: 'month', id: month }, after: sums, reason }),
  })
  if (closed.ok) return { ok: true, passed: true, sums: closed.sums }
  const { approval } = decision
  if (decision.isOther) return refuse({ code: 'stale' })
  if (closed.refusal.code !== 'on_hold' || !approval) return closed
  if (!approval.ok) return refuse(approval.refusal)
  return approval.passed ? closed : approval
}

/** The approved preview; its hash is that of a close with these figures. */
export function buildClosePreview(
  month: Month,
  minimumPayoutCents: number,
  { sums, planVersion, inputsHash }: MonthFigures,
): Preview {
  const money = (cents: number) => formatCents(cents as Cents)
  return {
    month,
    'plan version': planVersion,
    members: sums.members,
    orders: sums.orders,
    'bonus lines': sums.lines,
    'total sales': money(sums.totalSalesCents),
    'sales bonus': money(sums.salesBonusCents),
    'level bonus': money(sums.levelBonusCents),
    'to be paid out': money(sums.payableCents),
    'earned by nobody': money(sums.keptCents),
    'smallest payout': money(minimumPayoutCents),
    'hash of the inputs': inputsHash.toString('hex'),
  }
}
