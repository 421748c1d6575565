import type { Month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { MAX_COUNTED } from '#server/platform/database/count-up-to.ts'
import { MAX_NAMED_PATH, type TreeFigures, type TreeMember, type TreeQuery } from '../live/explore-tree.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { findPeople } from '../sales/sales.queries.ts'
import { findSalesMonth } from '../sales/sales-month.ts'
import { presentTree } from './present-tree.ts'
import { findFirstShownMonth } from './requested-month.ts'
import { countFrozenLine, findFrozenLine, findFrozenPath } from './tree.queries.ts'

const PAGE = 50

/** A member in a month's tree as shown to staff (docs/back-office §4); undefined if the member does not exist. */
export async function showTree(
  { db, network }: Pick<NetworkServices, 'db' | 'network'>,
  month: Month,
  { memberId, afterId }: { memberId: number | undefined; afterId: number | undefined },
) {
  const [salesMonth, first, [person]] = await Promise.all([
    findSalesMonth(db, month, Date.now()),
    findFirstShownMonth(db),
    memberId === undefined ? [] : findPeople(db, [memberId]),
  ])
  if (memberId !== undefined && !person) return undefined
  const page = { ofId: memberId, afterId, limit: PAGE }
  const figures =
    salesMonth.figures === 'live'
      ? await network.query({ name: 'tree', month, ...page })
      : salesMonth.figures === 'frozen'
        ? await readFrozenTree(db, month, page)
        : undefined
  const members = figures ? [...figures.path, ...figures.legs] : []
  const people = await findPeople(
    db,
    members.map(({ id }) => id),
  )
  return presentTree(salesMonth, first, { person, figures, people })
}

async function readFrozenTree(
  db: Database,
  month: Month,
  { ofId, afterId, limit }: TreeQuery,
): Promise<TreeFigures | undefined> {
  const [path, legs, count] = await Promise.all([
    ofId === undefined ? [] : findFrozenPath(db, month, ofId, MAX_NAMED_PATH),
    findFrozenLine(db, month, { sponsorId: ofId, afterId, limit: limit + 1 }),
    countFrozenLine(db, month, ofId),
  ])
  const [member, ...above] = path
  if (ofId !== undefined && !member) return undefined
  return {
    member: member && toMember(member),
    path: above.reverse().map(toMember),
    pathMore: above.length > 0 && above[0]?.sponsor_id !== null,
    legs: legs.slice(0, limit).map(toMember),
    legsCount: toCappedCount(count),
    more: legs.length > limit,
  }
}

const toCappedCount = (count: number) => ({ count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED })

const toMember = (card: Awaited<ReturnType<typeof findFrozenLine>>[number]): TreeMember => ({
  id: card.id,
  active: card.active,
  level: card.level,
  personalPv: card.personal_pv,
  customerPv: card.customer_pv,
  groupPv: card.group_pv,
  totalSalesCents: card.total_sales_cents,
  totalBonusCents: card.total_bonus_cents,
  directLine: toCappedCount(card.direct_line),
  downline: undefined,
})
