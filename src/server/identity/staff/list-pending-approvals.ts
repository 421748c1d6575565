import type { Database } from '#server/platform/database/connection.ts'
import { countPendingApprovalRows, findPendingApprovals } from './approval.queries.ts'
import { formatApprovalTitle } from './approval-title.ts'
import { findPendingResets } from './staff-reset.queries.ts'

/** Lists approvals to decide or to execute, and resets that can still be stopped, for the email about open work. */
export async function listPendingApprovals(db: Database): Promise<string[]> {
  const approvals = await findPendingApprovals(db)
  const resets = await findPendingResets(db)
  return [
    ...approvals.map((approval) => {
      const { id, proposed_by, first_approved_by, state } = approval
      const first = first_approved_by === null ? '' : ` ${first_approved_by} approved it; one more approval is needed.`
      return state === 'proposed'
        ? `Approval ${id} is pending: ${formatApprovalTitle(approval)}, proposed by ${proposed_by}.${first}`
        : `Approval ${id} was approved but not executed yet: ${formatApprovalTitle(approval)}.`
    }),
    ...resets.map(
      ({ email, kind, requested_by, effective_at }) =>
        `The ${kind === 'password' ? 'password' : 'two-step sign-in'} of ${email} will be reset at ${effective_at.toISOString()}, as requested by ${requested_by}.`,
    ),
  ]
}

export const countPendingApprovals: typeof countPendingApprovalRows = countPendingApprovalRows

/** Counts resets that can still be stopped. */
export const countPendingResets = async (db: Database): Promise<number> => (await findPendingResets(db)).length
