import { type Leg, type Legs, SALES_PAGE_SIZE } from '#contract/compensation/sales.ts'
import type { Month } from '#domain/calendar/month.ts'
import type { Plan } from '#domain/compensation/plan/plan.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { LegFigures } from '../live/answers.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { presentLeg } from './present-sales.ts'
import { findNamed, findPeople, type NamedUser } from './sales.queries.ts'
import { findSalesMonth } from './sales-month.ts'

type LegServices = Pick<NetworkServices, 'db' | 'network'>

/** The direct line of a member of the user's downline, or the user's; empty for anybody else. */
export async function listLegs(
  { db, network }: LegServices,
  userId: UserId,
  asked: Month,
  { member_id, offset }: { member_id?: number | undefined; offset: number },
): Promise<Legs | undefined> {
  const { month, figures, plan } = await findSalesMonth(db, asked, Date.now())
  const ofId = member_id ?? userId
  if (figures === 'closed_externally' && ofId === userId) return { path: [], legs: [], page_count: 0 }
  if (figures === 'closed_externally') return undefined
  const found = await network.ask({ name: 'legs', month, memberId: userId, ofId, offset, limit: SALES_PAGE_SIZE })
  if (!found) return undefined
  const shown = await withPeople(db, plan, [...found.path, ...found.legs])
  return {
    path: shown.slice(0, found.path.length),
    legs: shown.slice(found.path.length),
    page_count: Math.ceil(found.count / SALES_PAGE_SIZE),
  }
}

const MAX_FOUND = 20
/** Users of the whole shop that a search inspects; if it finds more, the result says that there may be more. */
const CANDIDATES = 20_000

/** Searches the user's downline by number or the beginning of a name, as names are shown to the user. */
export async function searchLegs({ db, network }: LegServices, userId: UserId, asked: Month, q: string) {
  const { month, figures, plan } = await findSalesMonth(db, asked, Date.now())
  if (figures === 'closed_externally') return { legs: [], more: false }
  const named = new Map((await findNamed(db, userId, q, CANDIDATES)).map((user) => [user.id, user]))
  const ids = [...named.keys()]
  const below = await network.ask({ name: 'below', month, memberId: userId, ids, limit: MAX_FOUND + 1 })
  const found = below.filter(({ id, depth }) => isShownAs(named.get(id), depth))
  const more = below.length > MAX_FOUND || ids.length === CANDIDATES
  return { legs: await withPeople(db, plan, found.slice(0, MAX_FOUND)), more }
}

/** Excludes matches on more of the name than `nameBelow` shows. */
const isShownAs = (user: NamedUser | undefined, depth: number): boolean =>
  user !== undefined && (user.by_number || (depth < 2 ? user.in_full : user.in_short))

async function withPeople(db: NetworkServices['db'], plan: Plan, legs: readonly LegFigures[]): Promise<Leg[]> {
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
