import type { Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type RepeatingTask, repeat } from '#server/platform/jobs/repeat.ts'
import { hasDueDocuments } from './document.queries.ts'
import { publishDue } from './publish-due.ts'

/** Visitors see a scheduled version this long after its time at most. */
const POLL_MS = 1_000

/** Publishes scheduled content. Several processes may do so at once. */
export const openContentSchedule = (db: Database, onError: (error: unknown) => void): RepeatingTask =>
  repeat(
    async () => {
      if (await hasDueDocuments(db)) await inTransaction(db, publishDue)
    },
    POLL_MS,
    onError,
  )
