import { monthOf } from '#domain/calendar/month.ts'
import { findCycle } from '#domain/network/find-cycle.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findMemberNumbers } from './check.queries.ts'
import { findEdgesAfter } from './tree-checks.queries.ts'

const SLICE = 50_000
const MAX_NAMED = 10

/** Finds members in their own upline, in the current tree or in a month with planned changes (docs/plan §2.2). */
export async function checkTree(db: Database): Promise<string[]> {
  const current = monthOf(Date.now())
  const months = new Set<string>([current])
  const edges: { members: number[]; sponsors: number[]; froms: string[] } = { members: [], sponsors: [], froms: [] }
  for (let last = 0; ; ) {
    const slice = await findEdgesAfter(db, last, SLICE)
    for (const { member_id, sponsor_id, from_month } of slice) {
      if (from_month > current) months.add(from_month)
      edges.members.push(member_id)
      edges.sponsors.push(sponsor_id ?? -1)
      edges.froms.push(from_month)
    }
    const end = slice.at(-1)
    if (!end) break
    last = end.member_id
  }
  const findings: string[] = []
  for (const month of [...months].sort()) {
    const sponsors = new Int32Array((edges.members.at(-1) ?? 0) + 1).fill(-1)
    edges.members.forEach((member, index) => {
      if ((edges.froms[index] as string) <= month) sponsors[member] = edges.sponsors[index] as number
    })
    const cycle = findCycle(sponsors)
    if (!cycle) continue
    const memberIds = cycle.slice(0, MAX_NAMED)
    const numbers = await findMemberNumbers(db, memberIds)
    findings.push(
      `Month ${month}: members ${memberIds.map((id) => numbers.get(id) ?? id).join(', ')} are in their own upline.`,
    )
  }
  return findings
}
