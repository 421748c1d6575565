import type { MatchCertainty } from '#domain/bank-transactions/match-transaction.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { matchAsReceived } from './list-notices.ts'
import { findNotices, type NoticeRow } from './notice.queries.ts'
import { readOrderIndex } from './read-order-index.ts'

const SLICE = 1_000

export type MatchSummary = {
  /** Number of open bank transactions of each sort. */
  counts: Record<MatchCertainty, number>
  /** Open orders that one matches exactly or probably: their money may have arrived already (docs/back-office §3). */
  orders: ReadonlySet<number>
}

/** Matches every open bank transaction with the open orders. */
export async function matchOpenNotices(db: Database): Promise<MatchSummary> {
  const counts = { exact: 0, probable: 0, unknown: 0 }
  const orders = new Set<number>()
  let notices: NoticeRow[] | undefined = await findNotices(db, 'open', { limit: SLICE })
  while (notices && notices.length > 0) {
    const index = await readOrderIndex(db)
    for (const notice of notices) {
      const { sort, candidates } = matchAsReceived(notice, index)
      counts[notice.isUndecided ? 'unknown' : sort]++
      if (sort !== 'unknown' && candidates[0]) orders.add(candidates[0].orderId)
    }
    notices =
      notices.length < SLICE ? undefined : await findNotices(db, 'open', { limit: SLICE, before: notices.at(-1)?.id })
  }
  return { counts, orders }
}
