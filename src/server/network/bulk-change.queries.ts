import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockTree } from './lock-tree.ts'

/** Disables row triggers until the transaction ends, and waits for other bulk changes of the tree. */
export async function beginBulk(trx: Transaction): Promise<void> {
  await lockTree(trx)
  await sql`set local salonfront.bulk = 'on'`.execute(trx)
  // Enough for joins and sorts of a million rows, one at a time.
  await sql`set local work_mem = '192MB'`.execute(trx)
  await sql`set local maintenance_work_mem = '192MB'`.execute(trx)
}

/** Makes processes that cache a month in memory reload it. */
export async function announceBulk(trx: Transaction): Promise<void> {
  await sql`insert into network_changes default values`.execute(trx)
}
