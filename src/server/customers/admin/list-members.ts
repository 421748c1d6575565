import type { ManagedMemberRow, MemberQueue } from '#contract/customers/admin-calls.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { isRenewalPending, statusOfLicense } from '#server/customers/find-license.ts'
import { searchMembers } from '#server/customers/search-members.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { approvesLicenses } from '#server/platform/settings/approves-licenses.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import {
  countMembersIn,
  findMemberPage,
  findMembersByIds,
  inQueue,
  type ListedMemberRow,
  type QueueDay,
} from './managed-member.queries.ts'

const PAGE = 50

type MemberQuery = { search: string; only?: MemberQueue | undefined; after?: number | undefined }

/** Lists members, latest first; or the best fifty matches for a search text (docs/back-office §4). */
export async function listMembers(
  { db, settings }: { db: Database; settings: Settings },
  { search, only, after }: MemberQuery,
): Promise<{ data: ManagedMemberRow[]; next: number | null }> {
  const day = queueDay(settings)
  if (search !== '') {
    // Searches within the queue: the best matches of all members may all be outside of it.
    const among = only && inQueue(only, day)
    const found = await searchMembers(db, search, { most: PAGE, among })
    const rows = await findMembersByIds(
      db,
      found.map(({ id }) => id),
      only,
      day,
    )
    const byId = new Map(rows.map((row) => [row.id as number, row]))
    return { data: found.flatMap(({ id }) => byId.get(id) ?? []).map(presentRow), next: null }
  }
  const rows = await findMemberPage(db, { only, after, limit: PAGE + 1, day })
  const page = rows.slice(0, PAGE)
  return { data: page.map(presentRow), next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}

/** Counts the members in a queue, with the condition of its list. */
export const countQueue = (
  { db, settings }: { db: Database; settings: Settings },
  only: MemberQueue,
): Promise<number> => countMembersIn(db, only, queueDay(settings))

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
    status: statusOfLicense(row),
    expires_on: row.expires_on,
    renewal: isRenewalPending(row),
  },
})
