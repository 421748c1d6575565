import type { Database } from '#server/platform/database/connection.ts'
import { type RepeatingTask, repeat } from '#server/platform/jobs/repeat.ts'
import { hasDueChanges, updateDueProducts } from './scheduled-changes.queries.ts'

/** Pages show a sale this long after its beginning at most; carts and orders compute prices for their own instant. */
const POLL_MS = 1_000
/** Products updated at a time, because each keeps its lock until the last one is done. */
const SLICE = 500

/**
 * Brings the prices and the visibility that pages show in line with the current time. Can run in several processes at
 * once: a product that another one has updated is no longer due.
 */
export async function applyScheduledChanges(db: Database): Promise<void> {
  while (await hasDueChanges(db)) {
    if ((await updateDueProducts(db, SLICE)) < SLICE) return
  }
}

export const openProductSchedule = (db: Database, onError: (error: unknown) => void): RepeatingTask =>
  repeat(() => applyScheduledChanges(db), POLL_MS, onError)
