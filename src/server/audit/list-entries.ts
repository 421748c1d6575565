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

/** Maximum number of entries in one response. */
export const MOST_ENTRIES = 200

/** Lists the newest matching entries, before a given number. `payload` is null once it was erased. */
export const listEntries = (db: Database, filter: EntryFilter, before?: number): Promise<ListedEntry[]> =>
  findEntries(db, filter, before, MOST_ENTRIES)

/** Lists the newest entries of several related subjects, such as an order and its payments. */
export const listEntriesOf = (db: Database, subjects: readonly AuditSubject[]): Promise<ListedEntry[]> =>
  findEntriesOf(
    db,
    subjects.map(({ kind, id }) => ({ kind, of: String(id) })),
    MOST_ENTRIES,
  )

const RECENT_SECONDS = 15
const MOST_RECENT = 100

/** Lists the newest actions of the last seconds. */
export const listRecentEntries = (db: Database): Promise<RecentEntry[]> =>
  findRecentEntries(db, RECENT_SECONDS, MOST_RECENT)
