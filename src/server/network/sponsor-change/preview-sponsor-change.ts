import { type Result, refuse } from '#domain/result.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { countDownline, findEdges, findPeople, findUpline, type Person } from './edge.queries.ts'
import { buildSponsorState } from './edges.ts'
import { refuseSponsor, type SponsorRefusal } from './refuse-sponsor.ts'

/** Maximum number of members examined on a path to the top; the next constant limits how many are listed. */
const MAX_PATH = 500
const MAX_LISTED = 10

type NamedPeople = { people: Person[]; more: number }
export type SponsorPreview = {
  fromMonth: string
  version: string
  /** Downline that moves along with the member: exact up to 1,000. */
  downline: { count: number; more: boolean }
  /**
   * Members who lose or gain the moved members in their downline, nearest first; excludes those who stay above them.
   */
  losing: NamedPeople
  gaining: NamedPeople
}

/** Previews what a new sponsor, or none, would move, and from which month on (docs/back-office §4). */
export async function previewSponsorChange(
  db: Database,
  memberId: UserId,
  sponsorId: UserId | null,
  now: number,
): Promise<Result<{ preview: SponsorPreview }, SponsorRefusal | { code: 'not_found' }>> {
  const edges = await findEdges(db, memberId)
  if (edges.length === 0) return refuse({ code: 'not_found' })
  const state = buildSponsorState(edges, now)
  const allowed = await refuseSponsor(db, memberId, sponsorId, state)
  if (!allowed.ok) return allowed
  const { fromMonth, sponsorId: formerId, version } = state
  const findPath = async (id: UserId | null) =>
    id === null ? [] : [id, ...(await findUpline(db, id, fromMonth, MAX_PATH))]
  const [former, next, downlineCount] = await Promise.all([
    findPath(formerId),
    findPath(sponsorId),
    countDownline(db, memberId, fromMonth, MAX_COUNTED + 1),
  ])
  const losing = former.filter((id) => !next.includes(id))
  const gaining = next.filter((id) => !former.includes(id))
  const people = new Map(
    (await findPeople(db, [...losing.slice(0, MAX_LISTED), ...gaining.slice(0, MAX_LISTED)])).map((person) => [
      person.id as number,
      person,
    ]),
  )
  const toNamedPeople = (ids: readonly number[]): NamedPeople => ({
    people: ids.slice(0, MAX_LISTED).flatMap((id) => people.get(id) ?? []),
    more: Math.max(0, ids.length - MAX_LISTED),
  })
  return {
    ok: true,
    preview: {
      fromMonth,
      version,
      downline: { count: Math.min(downlineCount, MAX_COUNTED), more: downlineCount > MAX_COUNTED },
      losing: toNamedPeople(losing),
      gaining: toNamedPeople(gaining),
    },
  }
}
