import type { Database } from '#server/platform/database/connection.ts'
import { countWaiting, findWaiting } from './approval.queries.ts'
import { approvalTitle } from './approval-title.ts'
import { findWaitingResets } from './staff-reset.queries.ts'

/** Lists approvals to decide or to execute, and resets that can still be stopped, for `shop todo`. */
export async function listWaitingApprovals(db: Database): Promise<string[]> {
  const approvals = await findWaiting(db)
  const resets = await findWaitingResets(db)
  return [
    ...approvals.map((approval) => {
      const { id, proposed_by, first_approved_by, state } = approval
      const first = first_approved_by === null ? '' : ` ${first_approved_by} has approved it; it takes one more.`
      return state === 'proposed'
        ? `Approval ${id} waits: ${approvalTitle(approval)}, proposed by ${proposed_by}.${first}`
        : `Approval ${id} is given and waits to be carried out: ${approvalTitle(approval)}.`
    }),
    ...resets.map(
      ({ email, kind, asked_by, effective_at }) =>
        `The ${kind === 'password' ? 'password' : 'two-step sign-in'} of ${email} is to be reset at ${effective_at.toISOString()}, as ${asked_by} asked.`,
    ),
  ]
}

export const countWaitingApprovals: typeof countWaiting = countWaiting

/** Counts resets that can still be stopped. */
export const countWaitingResets = async (db: Database): Promise<number> => (await findWaitingResets(db)).length
