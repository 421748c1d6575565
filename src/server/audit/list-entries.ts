import type { Database } from '#server/platform/database/connection.ts'
import { type EntryFilter, findEntries, type ListedEntry } from './audit.queries.ts'

export type { EntryFilter, ListedEntry }

/** Entries that one answer has at most. */
export const MOST_ENTRIES = 200

/** The newest entries that fit, before the one of that number; `payload` is null once it was erased. */
export const listEntries = (db: Database, filter: EntryFilter, before?: number): Promise<ListedEntry[]> =>
  findEntries(db, filter, before, MOST_ENTRIES)
