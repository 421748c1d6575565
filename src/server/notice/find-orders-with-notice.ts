import type { Database } from '#server/platform/database/connection.ts'
import { matchOf, readOrderIndex } from './list-notices.ts'
import { findNotices } from './notice.queries.ts'

const SLICE = 1_000

/** The open orders that an open notice is exact or probable for: their money may be there already (docs/back-office §3). */
export async function findOrdersWithNotice(db: Database): Promise<ReadonlySet<number>> {
  const orders = new Set<number>()
  let notices = await findNotices(db, 'open', { limit: SLICE })
  if (notices.length === 0) return orders
  const index = await readOrderIndex(db)
  while (notices.length > 0) {
    for (const notice of notices) {
      const { sort, candidates } = matchOf(notice, index)
      if (sort !== 'unknown' && candidates[0]) orders.add(candidates[0].orderId)
    }
    notices = await findNotices(db, 'open', { limit: SLICE, before: notices.at(-1)?.id })
  }
  return orders
}
