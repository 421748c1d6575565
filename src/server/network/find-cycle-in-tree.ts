import { type Month, month, previousMonth } from '#domain/calendar/month.ts'
import { findCycle } from '#domain/network/find-cycle.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { findMaxMemberId, findMonthsOfMoves, readEdges } from './tree.queries.ts'

/**
 * Finds members who are in their own upline in the tree of any month from `first` on (docs/plan §2.2). The last tree
 * has all edges except those ended by a move: for these, the tree before each month of moves is checked as well.
 */
export async function findCycleInTree(
  dedicated: DedicatedConnection,
  trx: Transaction,
  first: Month,
): Promise<number[] | undefined> {
  const members = (await findMaxMemberId(trx)) + 1
  const moves = await findMonthsOfMoves(trx, first)
  for (const until of [undefined, ...moves.map((value) => previousMonth(month(value)))]) {
    const sponsorById = new Int32Array(members).fill(-1)
    await readEdges(dedicated, until, (member, sponsor) => {
      sponsorById[member] = sponsor
    })
    const cycle = findCycle(sponsorById)
    if (cycle) return cycle
  }
  return undefined
}
