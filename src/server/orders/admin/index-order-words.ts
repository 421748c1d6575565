import type { Database } from '#server/platform/database/connection.ts'
import { type RepeatingTask, repeat } from '#server/platform/jobs/repeat.ts'
import { flushPendingWords } from './order-list.queries.ts'

/**
 * At peak load, a thousand orders arrive in this time; until they are indexed, every search scans their words one by
 * one. This blocks the embedded engine for half a millisecond per order.
 */
const INDEX_EVERY_MS = 5_000

/**
 * Moves the words of new orders into their index in batches: individually they would cost each order more than the
 * rest of it (docs/decisions/0030).
 */
export const indexOrderWords = (db: Database, onError: (error: unknown) => void): RepeatingTask =>
  repeat(() => flushPendingWords(db), INDEX_EVERY_MS, onError)
