import type { Month } from '#domain/month.ts'
import { type NearMatch, nearMatches } from '#domain/order/own-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CountedOrderId } from '#server/platform/database/tables.generated.ts'
import { readCustomerOrders } from './own-order.queries.ts'
import { buyerOf, memberOf } from './own-orders.ts'

export type ListedMatch = { orderNo: string; memberNo: string; why: NearMatch[] }

const SLICE = 1000

/** Customer orders of a month that may be their credited member's own, for staff to look at; nothing follows by itself. */
export async function* listNearMatches(db: Database, month: Month): AsyncGenerator<ListedMatch> {
  let after: CountedOrderId | 0 = 0
  for (;;) {
    const rows = await readCustomerOrders(db, month, after, SLICE)
    for (const row of rows) {
      const why = nearMatches(buyerOf(row), memberOf(row))
      if (why.length > 0) yield { orderNo: row.order_no, memberNo: row.member_no, why }
    }
    const last = rows.at(-1)
    if (!last || rows.length < SLICE) return
    after = last.id
  }
}
