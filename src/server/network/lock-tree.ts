import { sql } from 'kysely'
import type { Transaction } from '../database/connect.ts'

/**
 * Holds the tree, until the transaction ends, against imports and whoever moves a member with a downline. Who also locks
 * the row of a month does so afterwards.
 */
export async function lockTree(trx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sponsor tree'))`.execute(trx)
}
