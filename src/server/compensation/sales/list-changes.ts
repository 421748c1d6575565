import { CHANGES_SHOWN, type SalesChanges } from '#contract/compensation/sales-changes.ts'
import { firstInstant, type Month, yesterdayStart } from '#domain/calendar/month.ts'
import { reversalCauseOf } from '#domain/compensation/rules/taken-back.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { findCorrectionsById } from '../correction/correction.queries.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { presentChanges } from './present-changes.ts'
import { findOrderFacts, findPeople, findReversalCauses } from './sales.queries.ts'
import { findSalesMonth } from './sales-month.ts'

/**
 * Why a month changed since yesterday (docs/plan §12.4): the difference of two of its states, with the causes. A month
 * that began since then is compared with an empty one; a closed one does not change.
 */
export async function listChanges(
  { db, network }: Pick<NetworkServices, 'db' | 'network'>,
  userId: UserId,
  asked: Month,
): Promise<SalesChanges> {
  const now = Date.now()
  const { month, figures, plan } = await findSalesMonth(db, asked, now)
  if (figures !== 'live') return presentChanges(month, undefined)
  const since = Math.max(yesterdayStart(now), firstInstant(month))
  const found = await network.ask({ name: 'difference', month, memberId: userId, since, limit: CHANGES_SHOWN })
  const orderIds = found.orders.map(({ orderId }) => orderId)
  const ids = new Set([
    ...found.orders.map(({ creditedId }) => creditedId),
    ...found.statuses.map(({ id }) => id),
    ...found.levels.map(({ id }) => id),
  ])
  const [people, orders, reversals, corrections] = await Promise.all([
    findPeople(db, [...ids]),
    findOrderFacts(db, orderIds),
    findReversalCauses(db, orderIds),
    findCorrectionsById(
      db,
      found.corrections.map(({ id }) => id),
    ),
  ])
  return presentChanges(month, {
    plan,
    found,
    corrections,
    people: new Map(people.map((person) => [Number(person.id), person])),
    orders: new Map(orders.map((order) => [Number(order.id), order])),
    // A full reversal is attributed to its last return, regardless of earlier ones.
    reversals: new Map(
      reversals.map((row) => [Number(row.counted_order_id), { returnId: Number(row.id), by: reversalCauseOf(row) }]),
    ),
  })
}
