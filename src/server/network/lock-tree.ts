import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'

/**
 * Locks the tree, until the transaction ends, against imports and moves of members who have a downline. A month's row
 * must be locked only after this.
 */
export async function lockTree(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sponsor tree'))`.execute(trx)
}
