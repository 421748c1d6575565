import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { ApprovalId, StaffId } from '#server/platform/database/tables.generated.ts'

export type StoredApproval = Awaited<ReturnType<typeof findApprovals>>[number]

const MAX_SHOWN = 100

const waits = sql<boolean>`state in ('proposed', 'approved')`
const MAX_WAITING = 1_000

/** Which of those that wait. A viewer may not approve what they proposed themselves, or approved first. */
export type WaitingFilter = 'proposed' | 'approved' | { state: 'to_approve' | 'mine'; viewer: StaffId }

function isWaiting(filter: WaitingFilter) {
  if (typeof filter === 'string') return sql<boolean>`state = ${filter}`
  const isOwn = sql<boolean>`${filter.viewer}::int in (coalesce(proposed_by_id, 0), coalesce(first_approved_by_id, 0))`
  return filter.state === 'mine'
    ? sql<boolean>`state = 'proposed' and ${isOwn}`
    : sql<boolean>`state = 'proposed' and not ${isOwn}`
}

/** Finds approvals that are waiting for a decision or for execution, or some of these, the latest first. */
export const findWaiting = (db: Database, filter?: WaitingFilter): Promise<StoredApproval[]> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where(filter ? isWaiting(filter) : waits)
    .orderBy('id', 'desc')
    .limit(MAX_WAITING)
    .execute()

export const findWaitingById = (db: Database, id: number): Promise<StoredApproval | undefined> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where(waits)
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
    .limit(MAX_WAITING)
    .forUpdate()
    .execute()

export async function setMailed(
  trx: Transaction,
  id: ApprovalId,
  what: 'pending_mailed_at' | 'approved_mailed_at',
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({ [what]: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export const countWaiting = (db: Database, filter: WaitingFilter): Promise<number> =>
  countUpTo(db, sql`from approvals where ${isWaiting(filter)}`)

/** Finds the pending approvals, then the latest completed ones. */
export const findApprovals = (db: Database) =>
  db.selectFrom('approvals').selectAll().orderBy(waits, 'desc').orderBy('id', 'desc').limit(MAX_SHOWN).execute()

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
export const lockOpenOf = (trx: Transaction, staffId: StaffId): Promise<StoredApproval[]> =>
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
  given: {
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
      ...given,
      payload: JSON.stringify(given.payload),
      preview_hash: sql<Buffer>`sha256(convert_to(${given.preview}, 'UTF8'))`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setDecided(
  trx: Transaction,
  id: ApprovalId,
  state: 'approved' | 'refused',
  by: { id: StaffId; email: string },
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({
      state,
      decided_by: by.email,
      decided_by_id: by.id,
      decided_at: sql`now()`,
      ...(state === 'refused' && { ended_at: sql`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

export async function setFirstApproved(
  trx: Transaction,
  id: ApprovalId,
  by: { id: StaffId; email: string },
): Promise<void> {
  await trx
    .updateTable('approvals')
    .set({ first_approved_by: by.email, first_approved_by_id: by.id, first_approved_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function endApproval(trx: Transaction, id: ApprovalId, state: 'void' | 'done'): Promise<void> {
  await trx.updateTable('approvals').set({ state, ended_at: sql`now()` }).where('id', '=', id).execute()
}
