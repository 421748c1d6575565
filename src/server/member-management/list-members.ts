import type { ManagedMemberRow, MemberQueue } from '#contract/admin-member.ts'
import { searchMembers } from '#server/account/search-members.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { countMembersIn, findMemberPage, findMembersByIds, type ListedMemberRow } from './managed-member.queries.ts'

const PAGE = 50

type Listed = { search: string; only?: MemberQueue | undefined; after?: number | undefined }

/** Members, the latest first; or the best fifty that what was typed may name (docs/back-office §4). */
export async function listMembers(
  db: Database,
  { search, only, after }: Listed,
): Promise<{ data: ManagedMemberRow[]; next: number | null }> {
  if (search !== '') {
    const found = await searchMembers(db, search, PAGE)
    const rows = await findMembersByIds(
      db,
      found.map(({ id }) => id),
      only,
    )
    const byId = new Map(rows.map((row) => [row.id as number, row]))
    return { data: found.flatMap(({ id }) => byId.get(id) ?? []).map(presentRow), next: null }
  }
  const rows = await findMemberPage(db, { only, before: after, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  return { data: page.map(presentRow), next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}

/** How many licences wait to be decided, where the shop approves them. */
export const countLicencesToDecide = (db: Database): Promise<number> => countMembersIn(db, 'licence')

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
  licence: { number: row.cosmetology_id, state: row.licence_state, status: row.licence_status },
})
