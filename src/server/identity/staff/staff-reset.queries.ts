import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId, StaffResetId } from '#server/platform/database/tables.generated.ts'

export type ResetKind = 'password' | 'second_factor'

/** Returns undefined if one is pending already. */
export async function insertReset(
  trx: Transaction,
  reset: { staff_id: StaffId; kind: ResetKind; requested_by: string },
  hours: number,
): Promise<{ id: StaffResetId; effective_at: Date } | undefined> {
  return trx
    .insertInto('staff_resets')
    .values({ ...reset, effective_at: sql<Date>`now() + make_interval(hours => ${hours})` })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'effective_at'])
    .executeTakeFirst()
}

export const findPendingResets = (db: Database) =>
  db
    .selectFrom('staff_resets as reset')
    .innerJoin('staff', 'staff.id', 'reset.staff_id')
    .select(['reset.id', 'staff.email', 'reset.kind', 'reset.requested_by', 'reset.effective_at'])
    .where('stopped_at', 'is', null)
    .where('done_at', 'is', null)
    .orderBy('reset.id')
    .execute()

export type PendingReset = NonNullable<Awaited<ReturnType<typeof findReset>>>

export const findReset = (db: Database, id: number) =>
  db
    .selectFrom('staff_resets as reset')
    .innerJoin('staff', 'staff.id', 'reset.staff_id')
    .select(['reset.id', 'staff.email', 'reset.kind', 'reset.requested_by', 'reset.effective_at'])
    .where('reset.id', '=', id as StaffResetId)
    .where('stopped_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()

/** Locks the resets whose waiting day is over. */
export const lockDueResets = (trx: Transaction) =>
  trx
    .selectFrom('staff_resets')
    .select(['id', 'staff_id', 'kind'])
    .where('stopped_at', 'is', null)
    .where('done_at', 'is', null)
    .where('effective_at', '<=', sql<Date>`now()`)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function markDone(trx: Transaction, id: StaffResetId): Promise<void> {
  await trx.updateTable('staff_resets').set({ done_at: sql`now()` }).where('id', '=', id).execute()
}

/** Returns false if it was stopped or executed before. */
export async function markStopped(trx: Transaction, id: number, staffId: StaffId): Promise<boolean> {
  const row = await trx
    .updateTable('staff_resets')
    .set({ stopped_at: sql`now()`, stopped_by: staffId })
    .where('id', '=', id as StaffResetId)
    .where('stopped_at', 'is', null)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
