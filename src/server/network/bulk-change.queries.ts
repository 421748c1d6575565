import { sql } from 'kysely'
import type { Transaction } from '../database/connect.ts'
import { lockTree } from './lock-tree.ts'

/** Triggers that go row by row are off until the transaction ends; and whoever else changes the tree at large waits. */
export async function beginBulk(trx: Transaction): Promise<void> {
  await lockTree(trx)
  await sql`set local salonfront.bulk = 'on'`.execute(trx)
  // Joins and sorts of a million rows, one of them at a time.
  await sql`set local work_mem = '192MB'`.execute(trx)
  await sql`set local maintenance_work_mem = '192MB'`.execute(trx)
}

/** Tells whoever keeps a month in memory to read it anew. */
export async function announceBulk(trx: Transaction): Promise<void> {
  await sql`insert into network_changes default values`.execute(trx)
}
