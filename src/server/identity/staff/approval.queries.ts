import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { ApprovalId, StaffId } from '#server/platform/database/tables.generated.ts'

export type StoredApproval = Awaited<ReturnType<typeof findApprovals>>[number]

const MAX_LISTED = 100

const isOpen = sql<boolean>`state in ('proposed', 'approved')`
const MAX_PENDING = 1_000

/** Which of those that wait. A viewer may not approve what they proposed themselves, or approved first. */
export type PendingFilter = 'proposed' | 'approved' | { state: 'to_approve' | 'mine'; viewer: StaffId }

function matchesFilter(filter: PendingFilter) {
  if (typeof filter === 'string') return sql<boolean>`state = ${filter}`
  const involvesViewer = sql<boolean>`${filter.viewer}::int in (coalesce(proposed_by_id, 0), coalesce(first_approved_by_id, 0))`
  return filter.state === 'mine'
    ? sql<boolean>`state = 'proposed' and ${involvesViewer}`
    : sql<boolean>`state = 'proposed' and not ${involvesViewer}`
}

/** Finds approvals that are waiting for a decision or for execution, or some of these, the latest first. */
export const findPendingApprovals = (db: Database, filter?: PendingFilter): Promise<StoredApproval[]> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where(filter ? matchesFilter(filter) : isOpen)
    .orderBy('id', 'desc')
    .limit(MAX_PENDING)
    .execute()

export const findPendingApproval = (db: Database, id: number): Promise<StoredApproval | undefined> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where(isOpen)
    .where('id', '=', id as ApprovalId)
    .executeTakeFirst()

/** Finds proposals and approvals whose emails are not queued yet, the oldest first. */
export const findUnmailed = (trx: Transaction): Promise<StoredApproval[]> =>
  trx
    .selectFrom('approvals')
    .selectAll()
    .where(
      sql<boolean>`(state = 'proposed' and pending_mailed_at is null or state = 'approved' and approved_mailed_at is null)`,
    )
    .orderBy('id')
    .limit(MAX_PENDING)
    .forUpdate()
    .execute()

export async function setMailed(
  trx: Transaction,
  id: ApprovalId,
  column: 'pending_mailed_at' | 'approved_mailed_at',
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({ [column]: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const countPendingApprovalRows = (db: Database, filter: PendingFilter): Promise<number> =>
  countUpTo(db, sql`from approvals where ${matchesFilter(filter)}`)

/** Finds the pending approvals, then the latest completed ones. */
export const findApprovals = (db: Database) =>
  db.selectFrom('approvals').selectAll().orderBy(isOpen, 'desc').orderBy('id', 'desc').limit(MAX_LISTED).execute()

export const lockApproval = (trx: Transaction, id: number): Promise<StoredApproval | undefined> =>
  trx
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id as ApprovalId)
    .forUpdate()
    .executeTakeFirst()

export const lockOpenApproval = (
  trx: Transaction,
  { action, subject }: { action: string; subject: string },
): Promise<StoredApproval | undefined> =>
  trx
    .selectFrom('approvals')
    .selectAll()
    .where('action', '=', action)
    .where('subject', '=', subject)
    .where('state', 'in', ['proposed', 'approved'])
    .forUpdate()
    .executeTakeFirst()

/** Locks the pending approvals that a staff member proposed or approved. */
export const lockOpenApprovalsOfStaff = (trx: Transaction, staffId: StaffId): Promise<StoredApproval[]> =>
  trx
    .selectFrom('approvals')
    .selectAll()
    .where('state', 'in', ['proposed', 'approved'])
    .where(({ eb, or }) =>
      or([
        eb('proposed_by_id', '=', staffId),
        eb('first_approved_by_id', '=', staffId),
        eb('decided_by_id', '=', staffId),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

export async function insertApproval(
  trx: Transaction,
  approval: {
    action: string
    subject: string
    payload: object
    preview: string
    reason: string
    proposed_by: string
    /** Null for the command line. */
    proposed_by_id: StaffId | null
  },
): Promise<ApprovalId> {
  const { id } = await trx
    .insertInto('approvals')
    .values({
      ...approval,
      payload: JSON.stringify(approval.payload),
      preview_hash: sql<Buffer>`sha256(convert_to(${approval.preview}, 'UTF8'))`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function recordDecision(
  trx: Transaction,
  id: ApprovalId,
  state: 'approved' | 'refused',
  approver: { id: StaffId; email: string },
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({
      state,
      decided_by: approver.email,
      decided_by_id: approver.id,
      decided_at: sql`now()`,
      ...(state === 'refused' && { ended_at: sql`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

export async function recordFirstApproval(
  trx: Transaction,
  id: ApprovalId,
  approver: { id: StaffId; email: string },
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({ first_approved_by: approver.email, first_approved_by_id: approver.id, first_approved_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function endApproval(trx: Transaction, id: ApprovalId, state: 'void' | 'done'): Promise<void> {
  await trx.updateTable('approvals').set({ state, ended_at: sql`now()` }).where('id', '=', id).execute()
}
