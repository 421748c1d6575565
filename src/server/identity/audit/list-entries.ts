import type { Database } from '#server/platform/database/connection.ts'
import {
  type EntryFilter,
  findEntries,
  findEntriesAbout,
  findMemberNumbers,
  findRecentEntries,
  findSubjectName,
  type ListedEntry,
  type RecentEntry,
} from './audit.queries.ts'
import type { AuditSubject } from './entry.ts'

export type { EntryFilter, ListedEntry }

/** Maximum number of entries in one response. */
export const MAX_ENTRIES = 200

/** Lists the newest matching entries, before a given number. `payload` is null once it was erased. */
export const listEntries = (db: Database, filter: EntryFilter, before?: number): Promise<ListedEntry[]> =>
  findEntries(db, filter, before, MAX_ENTRIES)

/** Lists the same entries for people: with member numbers in place of internal ids in their payloads. */
export const listNamedEntries = async (db: Database, filter: EntryFilter, before?: number): Promise<ListedEntry[]> =>
  nameMembers(db, await listEntries(db, filter, before))

/** Maps payload fields with a member ID to the names under which the member number is shown. */
const memberFields: Readonly<Record<string, string>> = { member: 'member', sponsor_id: 'sponsor' }

async function nameMembers(db: Database, entries: ListedEntry[]): Promise<ListedEntry[]> {
  const ids = entries.flatMap(({ payload }) =>
    [payload?.before, payload?.after].flatMap((fields = {}) =>
      Object.keys(memberFields).flatMap((name) => (typeof fields[name] === 'number' ? [fields[name]] : [])),
    ),
  )
  if (ids.length === 0) return entries
  const numbers = await findMemberNumbers(db, [...new Set(ids)])
  const nameFields = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const displayName = memberFields[name]
        if (displayName === undefined || (typeof value !== 'number' && value !== null)) return [name, value]
        return [displayName, value === null ? null : (numbers.get(value) ?? String(value))]
      }),
    )
  return entries.map((entry) => {
    const { before, after } = entry.payload ?? {}
    return {
      ...entry,
      payload: entry.payload && {
        ...entry.payload,
        ...(before && { before: nameFields(before) }),
        ...(after && { after: nameFields(after) }),
      },
    }
  })
}

/** Lists the newest entries of several related subjects, such as an order and its payments. */
export const listEntriesAbout = (db: Database, subjects: readonly AuditSubject[]): Promise<ListedEntry[]> =>
  findEntriesAbout(
    db,
    subjects.map(({ kind, id }) => ({ kind, of: String(id) })),
    MAX_ENTRIES,
  )

const RECENT_SECONDS = 15
const MAX_RECENT = 100

/** Lists the newest actions of the last seconds. */
export const listRecentEntries = (db: Database): Promise<RecentEntry[]> =>
  findRecentEntries(db, RECENT_SECONDS, MAX_RECENT)

/** The number of a member or the email of a staff account; null of anything else. */
export const readSubjectName = (db: Database, subject: { kind: string; id: string }): Promise<string | null> =>
  findSubjectName(db, subject)
