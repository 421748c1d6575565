import { CHANGES_SHOWN, type SalesChanges } from '#contract/compensation/sales-changes.ts'
import { firstInstant, type Month, yesterdayStart } from '#domain/calendar/month.ts'
import { toReversalCause } from '#domain/compensation/rules/reversal-cause.ts'
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
  requestedMonth: Month,
): Promise<SalesChanges> {
  const now = Date.now()
  const { month, figures, plan } = await findSalesMonth(db, requestedMonth, now)
  if (figures !== 'live') return presentChanges(month, undefined)
  const since = Math.max(yesterdayStart(now), firstInstant(month))
  const difference = await network.query({ name: 'difference', month, memberId: userId, since, limit: CHANGES_SHOWN })
  const orderIds = difference.orders.map(({ orderId }) => orderId)
  const ids = new Set([
    ...difference.orders.map(({ creditedId }) => creditedId),
    ...difference.statuses.map(({ id }) => id),
    ...difference.levels.map(({ id }) => id),
  ])
  const [people, orders, reversals, corrections] = await Promise.all([
    findPeople(db, [...ids]),
    findOrderFacts(db, orderIds),
    findReversalCauses(db, orderIds),
    findCorrectionsById(
      db,
      difference.corrections.map(({ id }) => id),
    ),
  ])
  return presentChanges(month, {
    plan,
    figures: difference,
    corrections,
    people: new Map(people.map((person) => [Number(person.id), person])),
    orders: new Map(orders.map((order) => [Number(order.id), order])),
    // A full reversal is attributed to its last return, regardless of earlier ones.
    reversals: new Map(
      reversals.map((row) => [Number(row.counted_order_id), { returnId: Number(row.id), by: toReversalCause(row) }]),
    ),
  })
}
