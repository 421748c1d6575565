import { listEntries } from '#server/identity/audit/list-entries.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findEdges, findPeople, type Person } from './edge.queries.ts'
import { buildSponsorState } from './edges.ts'

/** Actor, time and reason of a change or cancellation; missing if erased, or for imports. */
type Decision = { at: Date; by: string; reason: string }
export type SponsorHistory = {
  version: string
  /** Month from which a change planned now takes effect. */
  nextMonth: string
  /** Spans by month, latest first; the first one may be planned. */
  spans: { fromMonth: string; planned: boolean; sponsor: Person | null; decided: Decision | null }[]
  /** Canceled plans, latest first. */
  canceled: { fromMonth: string; sponsor: Person | null; decided: Decision }[]
}

const PLANNED = 'member.sponsor_change_planned'
const CANCELED = 'member.sponsor_change_canceled'

/**
 * Lists past, current and planned sponsors of a member with the decision behind each; undefined if there is no such
 * member.
 */
export async function listSponsors(db: Database, memberId: UserId, now: number): Promise<SponsorHistory | undefined> {
  const [edges, entries] = await Promise.all([
    findEdges(db, memberId),
    listEntries(db, { subject: { kind: 'member', id: String(memberId) }, action: 'member.sponsor_change' }),
  ])
  if (edges.length === 0) return undefined
  const { version, fromMonth: nextMonth, planned } = buildSponsorState(edges, now)
  const changes = entries.flatMap(({ action, actor_name, made_at, payload }) => {
    const change = (action === CANCELED ? payload?.before : payload?.after) as Change | undefined
    const { reason = '' } = payload ?? {}
    return change ? [{ action, ...change, decided: { at: made_at, by: actor_name, reason } }] : []
  })
  const canceled = changes.filter(({ action }) => action === CANCELED)
  const ids = [...edges, ...canceled].flatMap(({ sponsor_id }) => sponsor_id ?? [])
  const people = new Map((await findPeople(db, ids)).map((person) => [person.id as number, person]))
  const findPerson = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  return {
    version,
    nextMonth,
    spans: edges.toReversed().map((edge) => ({
      fromMonth: edge.from_month,
      planned: edge === planned,
      sponsor: findPerson(edge.sponsor_id),
      decided:
        changes.find(
          ({ action, from_month, sponsor_id }) =>
            action === PLANNED && from_month === edge.from_month && sponsor_id === edge.sponsor_id,
        )?.decided ?? null,
    })),
    canceled: canceled.map(({ from_month, sponsor_id, decided }) => ({
      fromMonth: from_month,
      sponsor: findPerson(sponsor_id),
      decided,
    })),
  }
}

type Change = { sponsor_id: number | null; from_month: string }
