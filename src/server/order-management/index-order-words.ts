import type { Database } from '#server/platform/database/connection.ts'
import { type Repeated, repeat } from '#server/platform/jobs/repeat.ts'
import { indexNewWords } from './order-list.queries.ts'

/**
 * In a rush, a thousand orders: until then, whoever searches goes through their words one by one. The embedded engine
 * does nothing else meanwhile: half a millisecond for each.
 */
const INDEX_EVERY_MS = 5_000

/** Puts the words of new orders into their index, together: one by one they cost each order more than the rest of it (docs/decisions/0072). */
export const indexOrderWords = (db: Database, onError: (error: unknown) => void): Repeated =>
  repeat(() => indexNewWords(db), INDEX_EVERY_MS, onError)
