import type { Month } from '#domain/calendar/month.ts'
import { type NearMatch, nearMatches } from '#domain/orders/personal-order.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { CountedOrderId } from '#server/platform/database/tables.generated.ts'
import { type CustomerOrderRow, readCustomerOrders } from './personal-order.queries.ts'
import { toBuyer, toMember } from './personal-orders.ts'

export type ListedMatch = { orderNo: string; memberNo: string; why: NearMatch[] }
export type FoundMatch = Pick<
  CustomerOrderRow,
  'id' | 'order_no' | 'order_id' | 'month_cv_cents' | 'month_pv' | 'member_id' | 'member_no'
> & { reasons: NearMatch[] }

const SLICE = 1000

/**
 * Searches the next slice of a month's customer orders for those that may be their credited member's personal ones;
 * `next` is undefined at the end. Changes nothing.
 */
export async function findNearMatches(
  db: Database,
  month: Month,
  after: CountedOrderId | 0,
): Promise<{ found: FoundMatch[]; next: CountedOrderId | undefined }> {
  const rows = await readCustomerOrders(db, month, after, SLICE)
  const found = rows
    .map((row) => ({ ...row, reasons: nearMatches(toBuyer(row), toMember(row)) }))
    .filter(({ reasons }) => reasons.length > 0)
  return { found, next: rows.length < SLICE ? undefined : rows.at(-1)?.id }
}

/**
 * Customer orders of a month that may be their credited member's personal ones, for staff to review; changes nothing.
 */
export async function* listNearMatches(db: Database, month: Month): AsyncGenerator<ListedMatch> {
  for (let after: CountedOrderId | 0 | undefined = 0; after !== undefined; ) {
    const { found, next }: Awaited<ReturnType<typeof findNearMatches>> = await findNearMatches(db, month, after)
    for (const { order_no, member_no, reasons } of found) yield { orderNo: order_no, memberNo: member_no, why: reasons }
    after = next
  }
}
