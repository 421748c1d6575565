import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { findWaiting, lockOpenApproval } from './approval.queries.ts'
import { canonical, type GuardedAction } from './pass-approval.ts'

export type OpenApproval = {
  state: 'proposed' | 'approved'
  /** Whether it is of these figures. */
  isSame: boolean
  proposedBy: { id: StaffId; email: string }
  reason: string
}

/** What waits of an action of one thing, without using it up; locked until the transaction ends. */
export async function findOpenApproval(
  trx: Transaction,
  { action, subject, preview }: Pick<GuardedAction, 'action' | 'subject' | 'preview'>,
): Promise<OpenApproval | undefined> {
  const open = await lockOpenApproval(trx, { action, subject })
  return (
    open && {
      state: open.state as OpenApproval['state'],
      isSame: open.preview === canonical(preview),
      proposedBy: { id: open.proposed_by_id, email: open.proposed_by },
      reason: open.reason,
    }
  )
}

/** What waits of an action of one thing, as a page shows it. */
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
      own: found.proposed_by_id === viewer,
    }
  )
}
