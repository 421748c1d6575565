import { type Month, month, previousMonth } from '#domain/calendar/month.ts'
import { findCycle } from '#domain/network/find-cycle.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { DedicatedConnection } from '#server/platform/database/dedicated-connection.ts'
import { findHighestMember, findMonthsOfMoves, readEdges } from './tree.queries.ts'

/**
 * Finds members who are in their own upline in the tree of any month from `first` on (docs/plan §2.2). The last tree
 * has all edges except those ended by a move: for these, the tree before each month of moves is checked as well.
 */
export async function findCircleInTree(
  own: DedicatedConnection,
  trx: Transaction,
  first: Month,
): Promise<number[] | undefined> {
  const members = (await findHighestMember(trx)) + 1
  const moves = await findMonthsOfMoves(trx, first)
  for (const until of [undefined, ...moves.map((value) => previousMonth(month(value)))]) {
    const sponsorOf = new Int32Array(members).fill(-1)
    await readEdges(own, until, (member, sponsor) => {
      sponsorOf[member] = sponsor
    })
    const circle = findCycle(sponsorOf)
    if (circle) return circle
  }
  return undefined
}
