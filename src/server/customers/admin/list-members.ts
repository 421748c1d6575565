import type { ManagedMemberRow, MemberQueue } from '#contract/customers/admin-calls.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { findLicenseStatus, isRenewalPending } from '#server/customers/find-license.ts'
import { searchMembers } from '#server/customers/search-members.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { approvesLicenses } from '#server/platform/settings/approves-licenses.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import {
  countMembersInQueue,
  findMemberPage,
  findMembersByIds,
  isInQueue,
  type ListedMemberRow,
  type QueueDay,
} from './managed-member.queries.ts'

const PAGE_SIZE = 50

type MemberQuery = { search: string; only?: MemberQueue | undefined; after?: number | undefined }

/** Lists members, latest first; or the best fifty matches for a search text (docs/back-office §4). */
export async function listMembers(
  { db, settings }: { db: Database; settings: Settings },
  { search, only: queue, after }: MemberQuery,
): Promise<{ data: ManagedMemberRow[]; next: number | null }> {
  const day = queueDay(settings)
  if (search !== '') {
    // Searches within the queue: the best matches of all members may all be outside of it.
    const queueCondition = queue && isInQueue(queue, day)
    const matches = await searchMembers(db, search, { most: PAGE_SIZE, among: queueCondition })
    const rows = await findMembersByIds(
      db,
      matches.map(({ id }) => id),
      queue,
      day,
    )
    const rowById = new Map(rows.map((row) => [row.id as number, row]))
    return { data: matches.flatMap(({ id }) => rowById.get(id) ?? []).map(presentRow), next: null }
  }
  const rows = await findMemberPage(db, { only: queue, after, limit: PAGE_SIZE + 1, day })
  const page = rows.slice(0, PAGE_SIZE)
  return { data: page.map(presentRow), next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null }
}

/** Counts the members in a queue, with the condition of its list. */
export const countQueue = (
  { db, settings }: { db: Database; settings: Settings },
  queue: MemberQueue,
): Promise<number> => countMembersInQueue(db, queue, queueDay(settings))

const queueDay = (settings: Settings): QueueDay => ({
  approvesLicenses: approvesLicenses(settings),
  today: shopDayOf(Date.now()),
})

const presentRow = (row: ListedMemberRow): ManagedMemberRow => ({
  id: row.id,
  member_no: row.member_no,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone_number: row.phone_number,
  type: row.type,
  status: row.status,
  enrolled_at: row.created_at.toISOString(),
  license: {
    number: row.cosmetology_id,
    state: row.license_state,
    status: findLicenseStatus(row),
    expires_on: row.expires_on,
    renewal: isRenewalPending(row),
  },
})
