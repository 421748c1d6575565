import type { Database } from '#server/platform/database/connection.ts'
import {
  type EntryFilter,
  findEntries,
  findEntriesOf,
  findRecentEntries,
  type ListedEntry,
  type RecentEntry,
} from './audit.queries.ts'
import type { AuditSubject } from './entry.ts'

export type { EntryFilter, ListedEntry }

/** Entries that one answer has at most. */
export const MOST_ENTRIES = 200

/** The newest entries that fit, before the one of that number; `payload` is null once it was erased. */
export const listEntries = (db: Database, filter: EntryFilter, before?: number): Promise<ListedEntry[]> =>
  findEntries(db, filter, before, MOST_ENTRIES)

/** The newest entries of several things that belong together, as an order and its payments. */
export const listEntriesOf = (db: Database, subjects: readonly AuditSubject[]): Promise<ListedEntry[]> =>
  findEntriesOf(
    db,
    subjects.map(({ kind, id }) => ({ kind, of: String(id) })),
    MOST_ENTRIES,
  )

const RECENT_SECONDS = 15
const MOST_RECENT = 100

/** What was done in the last seconds; of a rush the newest. */
export const listRecentEntries = (db: Database): Promise<RecentEntry[]> =>
  findRecentEntries(db, RECENT_SECONDS, MOST_RECENT)
