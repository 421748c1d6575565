import { compareMonths, type Month, nextMonth } from '#domain/calendar/month.ts'
import { type Refusal, type Result, refuse } from '../result.ts'

/**
 * An edge of the sponsor tree, dated by month (docs/plan §2.3): it applies from its month until the member's next edge.
 */
export type Sponsorship = { member: number; sponsor: number | undefined; fromMonth: Month }

/** Each member's sponsor in a month. Members enrolled later are missing; members without a sponsor have undefined. */
export function findSponsorsInMonth(edges: readonly Sponsorship[], value: Month): Map<number, number | undefined> {
  const latest = new Map<number, Sponsorship>()
  for (const edge of edges) {
    if (compareMonths(edge.fromMonth, value) > 0) continue
    const existing = latest.get(edge.member)
    if (!existing || compareMonths(edge.fromMonth, existing.fromMonth) >= 0) latest.set(edge.member, edge)
  }
  return new Map([...latest.values()].map(({ member, sponsor }) => [member, sponsor]))
}

export type MoveRefusal = Refusal<'own_sponsor' | 'sponsor_in_downline' | 'sponsor_not_found'>

/**
 * Moves a member under another sponsor, or to the top, from the first of the next month (docs/plan §2.3): the current
 * month keeps its tree. Refuses a move that would create a cycle in next month's tree.
 */
export function moveMember(
  edges: readonly Sponsorship[],
  move: { member: number; sponsor: number | undefined },
  currentMonth: Month,
): Result<{ edges: Sponsorship[] }, MoveRefusal> {
  const { member, sponsor } = move
  const fromMonth = nextMonth(currentMonth)
  const tree = findSponsorsInMonth(edges, fromMonth)
  if (member === sponsor) return refuse({ code: 'own_sponsor' })
  if (sponsor !== undefined && !tree.has(sponsor)) return refuse({ code: 'sponsor_not_found' })
  for (let upline = sponsor; upline !== undefined; upline = tree.get(upline)) {
    if (upline === member) return refuse({ code: 'sponsor_in_downline' })
  }
  const otherEdges = edges.filter((edge) => edge.member !== member || edge.fromMonth !== fromMonth)
  return { ok: true, edges: [...otherEdges, { member, sponsor, fromMonth }] }
}
