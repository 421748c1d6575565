import { type Leg, type Legs, SALES_PAGE_SIZE } from '#contract/compensation/sales.ts'
import type { Month } from '#domain/calendar/month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { NetworkServices } from '../live/live-network.ts'
import type { LegFigures } from '../live/query-handlers.ts'
import { presentLeg } from './present-sales.ts'
import { findPeople, findUsersByPrefix, type MatchedUser } from './sales.queries.ts'
import { findSalesMonth } from './sales-month.ts'

type LegServices = Pick<NetworkServices, 'db' | 'network'>

/** The direct line of a member of the user's downline, or the user's; empty for other members. */
export async function listLegs(
  { db, network }: LegServices,
  userId: UserId,
  requestedMonth: Month,
  { member_id, offset }: { member_id?: number | undefined; offset: number },
): Promise<Legs | undefined> {
  const { month, figures, plan } = await findSalesMonth(db, requestedMonth, Date.now())
  const ofId = member_id ?? userId
  if (figures === 'closed_externally' && ofId === userId) return { path: [], legs: [], page_count: 0 }
  if (figures === 'closed_externally') return undefined
  const result = await network.query({ name: 'legs', month, memberId: userId, ofId, offset, limit: SALES_PAGE_SIZE })
  if (!result) return undefined
  const presented = await presentLegs(db, plan, [...result.path, ...result.legs])
  return {
    path: presented.slice(0, result.path.length),
    legs: presented.slice(result.path.length),
    page_count: Math.ceil(result.count / SALES_PAGE_SIZE),
  }
}

const MAX_FOUND = 20
/** Users of the whole shop that a search inspects; if it finds more, the result says that there may be more. */
const CANDIDATES = 20_000

/** Searches the user's downline by number or the beginning of a name, as names are shown to the user. */
export async function searchLegs({ db, network }: LegServices, userId: UserId, requestedMonth: Month, q: string) {
  const { month, figures, plan } = await findSalesMonth(db, requestedMonth, Date.now())
  if (figures === 'closed_externally') return { legs: [], more: false }
  const usersById = new Map((await findUsersByPrefix(db, userId, q, CANDIDATES)).map((user) => [user.id, user]))
  const ids = [...usersById.keys()]
  const candidates = await network.query({ name: 'below', month, memberId: userId, ids, limit: MAX_FOUND + 1 })
  const result = candidates.filter(({ id, depth }) => isVisibleMatch(usersById.get(id), depth))
  const more = candidates.length > MAX_FOUND || ids.length === CANDIDATES
  return { legs: await presentLegs(db, plan, result.slice(0, MAX_FOUND)), more }
}

/** Excludes matches on more of the name than `toDisplayName` shows. */
const isVisibleMatch = (user: MatchedUser | undefined, depth: number): boolean =>
  user !== undefined && (user.by_number || (depth < 2 ? user.in_full : user.in_short))

async function presentLegs(db: NetworkServices['db'], plan: Plan, legs: readonly LegFigures[]): Promise<Leg[]> {
  const people = new Map(
    (
      await findPeople(
        db,
        legs.map(({ id }) => id),
      )
    ).map((person) => [Number(person.id), person]),
  )
  return legs.map((leg) => presentLeg(plan, leg, people.get(leg.id)))
}
