import type { Sealer } from '#server/platform/crypto/sealer.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type Repeated, repeat } from '#server/platform/jobs/repeat.ts'
import { hasMonths, insertMonths } from './audit.queries.ts'
import { type Day, hasUnsealed } from './seal.queries.ts'
import { SEALED_AT_ONCE, sealEntries } from './seal-entries.ts'

/** An entry is sealed within five seconds of its commit. */
const LOOK_EVERY_MS = 2_000
/** This month and those to come that have a partition. */
const MONTHS_AHEAD = 3

/** Seals all that is committed, in transactions of its own; `onDayEnded` is told each day's last seal. */
export async function sealAll(db: Database, sealer: Sealer, onDayEnded: (day: Day) => void): Promise<void> {
  while (await hasUnsealed(db)) {
    const { entries, ended } = await inTransaction(db, (trx) => sealEntries(trx, sealer))
    if (ended) onDayEnded(ended)
    if (entries < SEALED_AT_ONCE) return
  }
}

/** Makes the partitions of the coming months, in a transaction of its own; without one, entries lie in the default partition. */
export async function prepareMonths(db: Database): Promise<void> {
  if (await hasMonths(db, MONTHS_AHEAD)) return
  try {
    await inTransaction(db, (trx) => insertMonths(trx, MONTHS_AHEAD))
  } catch (fault) {
    // Somebody holds the table, or another process makes the same: the next day tries again.
    if (!NEXT_TIME.has((fault as { code?: string }).code ?? '')) throw fault
  }
}

/** lock_not_available, duplicate_table and unique_violation (of a name in the catalogue). */
const NEXT_TIME = new Set(['55P03', '42P07', '23505'])

/**
 * Looks for unsealed entries now and then while the shop runs: one query that finds an empty table. A notice at each
 * commit would make the writers wait for each other (docs/decisions/0035).
 */
export function openAuditSealer(
  db: Database,
  sealer: Sealer,
  onDayEnded: (day: Day) => void,
  onError: (error: unknown) => void,
): Repeated {
  return repeat(() => sealAll(db, sealer, onDayEnded), LOOK_EVERY_MS, onError)
}
