import type { Transaction } from '#server/platform/database/connection.ts'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { announceBulk, beginBulk } from './bulk-change.queries.ts'

/**
 * Changes a large part of the network in one transaction. `work` does for all rows what triggers do for a single one:
 * it enrolls members, records statuses, and checks the whole tree. `changed` reports from its result whether anything
 * changed.
 */
export const bulkChange = <Result>(
  { db }: DedicatedConnection,
  work: (trx: Transaction) => Promise<Result>,
  hasChanged: (result: Result) => boolean,
): Promise<Result> =>
  inTransaction(db, async (trx) => {
    await beginBulk(trx)
    const result = await work(trx)
    if (hasChanged(result)) await announceBulk(trx)
    return result
  })
