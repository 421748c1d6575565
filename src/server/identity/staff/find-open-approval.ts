import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { findWaiting, lockOpenApproval } from './approval.queries.ts'
import type { GuardedKind } from './approval-title.ts'
import { canonical, type GuardedAction } from './consume-approval.ts'

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
  const open = await lockOpenApproval(trx, { action, subject })
  return (
    open && {
      id: open.id,
      state: open.state as OpenApproval['state'],
      isSame: open.preview === canonical(preview),
      proposedBy: { id: open.proposed_by_id, email: open.proposed_by },
      decidedBy:
        open.decided_by_id === null || open.decided_by === null
          ? undefined
          : { id: open.decided_by_id, email: open.decided_by },
      reason: open.reason,
    }
  )
}

/** Finds the pending approval of an action on a subject, as a page shows it. */
export async function findWaitingOf(
  db: Database,
  { action, subject }: Pick<GuardedAction, 'action' | 'subject'>,
  viewer: StaffId,
) {
  const found = (await findWaiting(db)).find((one) => one.action === action && one.subject === subject)
  return (
    found && {
      id: found.id as number,
      state: found.state as OpenApproval['state'],
      proposed_by: found.proposed_by,
      proposed_at: found.proposed_at.toISOString(),
      reason: found.reason,
      proposed_by_viewer: found.proposed_by_id === viewer,
    }
  )
}

/** Finds the payload of a pending proposal. */
export async function findProposedPayload(db: Database, action: string, id: number): Promise<unknown> {
  return (await findWaiting(db)).find((one) => one.action === action && one.id === id)?.payload
}

/** Counts proposals of an action that are waiting for a second person; exact up to a thousand. */
export async function countProposed(db: Database, action: string): Promise<number> {
  return (await findWaiting(db)).filter((one) => one.action === action).length
}

/** Maps each subject to the state of its pending approval: proposed or approved. */
export async function findWaitingStates(
  db: Database,
  action: GuardedKind,
): Promise<Map<string, OpenApproval['state']>> {
  const waiting = (await findWaiting(db)).filter((one) => one.action === action)
  return new Map(waiting.map(({ subject, state }) => [subject, state as OpenApproval['state']]))
}
