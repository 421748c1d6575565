import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { findPendingApprovals, lockOpenApproval } from './approval.queries.ts'
import type { GuardedKind } from './approval-title.ts'
import { type GuardedAction, serializePreview } from './consume-approval.ts'

export type OpenApproval = {
  id: number
  state: 'proposed' | 'approved'
  /** Whether it has the same preview. */
  isSame: boolean
  /** The ID is null for the command line. */
  proposedBy: { id: StaffId | null; email: string }
  /** The approver, if there is one. */
  decidedBy: { id: StaffId; email: string } | undefined
  reason: string
}

/** Finds the pending approval of an action on a subject without consuming it; locked until the transaction ends. */
export async function findOpenApproval(
  trx: Transaction,
  { action, subject, preview }: Pick<GuardedAction, 'action' | 'subject' | 'preview'>,
): Promise<OpenApproval | undefined> {
  const approval = await lockOpenApproval(trx, { action, subject })
  return (
    approval && {
      id: approval.id,
      state: approval.state as OpenApproval['state'],
      isSame: approval.preview === serializePreview(preview),
      proposedBy: { id: approval.proposed_by_id, email: approval.proposed_by },
      decidedBy:
        approval.decided_by_id === null || approval.decided_by === null
          ? undefined
          : { id: approval.decided_by_id, email: approval.decided_by },
      reason: approval.reason,
    }
  )
}

/** Finds the pending approval of an action on a subject, as a page shows it. */
export async function findPendingForViewer(
  db: Database,
  { action, subject }: Pick<GuardedAction, 'action' | 'subject'>,
  viewer: StaffId,
) {
  const pending = (await findPendingApprovals(db)).find(
    (approval) => approval.action === action && approval.subject === subject,
  )
  return (
    pending && {
      id: pending.id as number,
      state: pending.state as OpenApproval['state'],
      proposed_by: pending.proposed_by,
      proposed_at: pending.proposed_at.toISOString(),
      reason: pending.reason,
      proposed_by_viewer: pending.proposed_by_id === viewer,
    }
  )
}

/** Finds the payload of a pending proposal. */
export async function findProposedPayload(db: Database, action: string, id: number): Promise<unknown> {
  return (await findPendingApprovals(db)).find((approval) => approval.action === action && approval.id === id)?.payload
}

/** Counts proposals of an action that are waiting for a second person; exact up to a thousand. */
export async function countProposed(db: Database, action: string): Promise<number> {
  return (await findPendingApprovals(db)).filter((approval) => approval.action === action).length
}

/** Maps each subject to the state of its pending approval: proposed or approved. */
export async function findPendingStates(
  db: Database,
  action: GuardedKind,
): Promise<Map<string, OpenApproval['state']>> {
  const pending = (await findPendingApprovals(db)).filter((approval) => approval.action === action)
  return new Map(pending.map(({ subject, state }) => [subject, state as OpenApproval['state']]))
}
