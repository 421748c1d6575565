import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type RepeatingTask, repeat } from '#server/platform/jobs/repeat.ts'
import { hasMonths, insertMonths } from './audit.queries.ts'
import { type Day, hasUnsealed } from './seal.queries.ts'
import { SEAL_BATCH_SIZE, sealEntries } from './seal-entries.ts'

/** Seals an entry within five seconds of its commit. */
const POLL_MS = 2_000
/** Number of months that have a partition, including the current one. */
const MONTHS_AHEAD = 3

/** Seals all committed entries, in separate transactions. Calls `onDayEnded` with the last seal of each day. */
export async function sealAll(db: Database, sealer: Sealer, onDayEnded: (day: Day) => void): Promise<void> {
  while (await hasUnsealed(db)) {
    const { entries, ended: endedDay } = await inTransaction(db, (trx) => sealEntries(trx, sealer))
    if (endedDay) onDayEnded(endedDay)
    if (entries < SEAL_BATCH_SIZE) return
  }
}

/**
 * Creates the partitions of the coming months in a separate transaction. Entries without one go to the default
 * partition.
 */
export async function prepareMonths(db: Database): Promise<void> {
  if (await hasMonths(db, MONTHS_AHEAD)) return
  try {
    await inTransaction(db, (trx) => insertMonths(trx, MONTHS_AHEAD))
  } catch (error) {
    // Another transaction has locked the table or is creating the same partitions; the next day's run tries again.
    if (!RETRYABLE_CODES.has((error as { code?: string }).code ?? '')) throw error
  }
}

/** lock_not_available, duplicate_table and unique_violation (of a name in the system catalog). */
const RETRYABLE_CODES = new Set(['55P03', '42P07', '23505'])

/**
 * Polls for unsealed entries while the shop runs: one query that finds an empty table. A notification at each commit
 * would make writers wait for each other (docs/decisions/0035).
 */
export function openAuditSealer(
  db: Database,
  sealer: Sealer,
  onDayEnded: (day: Day) => void,
  onError: (error: unknown) => void,
): RepeatingTask {
  return repeat(() => sealAll(db, sealer, onDayEnded), POLL_MS, onError)
}
