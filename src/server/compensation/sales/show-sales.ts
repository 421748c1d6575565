import { SALES_PAGE_SIZE, type Sales, type SalesHistory } from '#contract/compensation/sales.ts'
import { type Month, monthOf, monthsFrom, previousMonth } from '#domain/calendar/month.ts'
import { listOpenInvitations } from '#server/customers/open-invitations.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { findCard } from './find-card.ts'
import { presentChild, presentDetail, presentInvited, presentMonth, presentSales } from './present-sales.ts'
import { countDirectLineCards, findCards, findDirectLineCards, findEnrolledAt, findPeople } from './sales.queries.ts'
import {
  findSalesMonth,
  findSalesMonths,
  isEnrolledBy,
  type LiveMonth,
  type SalesMonth,
  yearsOf,
} from './sales-month.ts'

type SalesServices = Pick<NetworkServices, 'db' | 'network'>

/**
 * The month's card and a page of the direct line (docs/plan §10): frozen for a closed month, otherwise current. In the
 * current month open invitations follow the members: an invitee who accepts is enrolled now, not in a past month.
 */
export async function showSales(services: SalesServices, userId: UserId, asked: Month, offset: number): Promise<Sales> {
  const now = Date.now()
  const finding = findSalesMonth(services.db, asked, now)
  // The figures of the current month are in memory: they are requested while its plan is read.
  const where: SalesMonth | LiveMonth = asked === monthOf(now) ? { month: asked, figures: 'live' } : await finding
  const [month, card, { legs, count, found, invited }] = await Promise.all([
    finding,
    findCard(services, userId, where),
    findPage(services, userId, where, offset, now),
  ])
  const people = new Map(found.map((person) => [person.id, person]))
  const seller = people.get(userId)
  if (!seller) throw new Error(`user ${userId} is signed in but does not exist`)
  return presentSales(
    presentDetail(seller, month, card, { years: yearsOf(now), enrolled: isEnrolledBy(month.month, seller.created_at) }),
    [
      ...legs.map((leg) => presentChild(month.plan, leg, people.get(leg.id as UserId))),
      ...invited.invitations.map((invitation) => presentInvited(month.plan, invitation)),
    ],
    Math.ceil((count + invited.count) / SALES_PAGE_SIZE),
  )
}

/** The current month with the last page of the direct line, which has the latest invitation. */
export async function showNewestOf(services: SalesServices, userId: UserId): Promise<Sales> {
  const month = monthOf(Date.now())
  await services.network.catchUp()
  const [members, invited] = await Promise.all([
    services.network.ask({ name: 'directLine', month, memberId: userId, offset: 0, limit: 0 }),
    listOpenInvitations(services.db, userId, { offset: 0, limit: 0 }),
  ])
  const last = Math.ceil((members.count + invited.count) / SALES_PAGE_SIZE) - 1
  const offset = Math.max(0, last) * SALES_PAGE_SIZE
  return showSales(services, userId, month, offset)
}

/** A page of the direct line with the members' details, followed by open invitations. */
async function findPage(
  services: SalesServices,
  userId: UserId,
  where: SalesMonth | LiveMonth,
  offset: number,
  now: number,
) {
  const { db } = services
  const { legs, count } = await findDirectLine(services, userId, where, offset)
  const rest = { offset: Math.max(0, offset - count), limit: SALES_PAGE_SIZE - legs.length }
  const [found, invited] = await Promise.all([
    findPeople(db, [userId, ...legs.map(({ id }) => id)]),
    where.month === monthOf(now) ? listOpenInvitations(db, userId, rest) : { count: 0, invitations: [] },
  ])
  return { legs, count, found, invited }
}

async function findDirectLine(
  { db, network }: SalesServices,
  memberId: UserId,
  { month, figures }: SalesMonth | LiveMonth,
  offset: number,
) {
  const page = { offset, limit: SALES_PAGE_SIZE }
  if (figures === 'closed_externally') return { legs: [], count: 0 }
  if (figures === 'live') return network.ask({ name: 'directLine', month, memberId, ...page })
  const [cards, count] = await Promise.all([
    findDirectLineCards(db, month, memberId, page),
    countDirectLineCards(db, month, memberId),
  ])
  const legs = cards.map(({ member_id, level, group_pv, total_sales_cents }) => ({
    id: member_id,
    level,
    groupPv: group_pv,
    totalSalesCents: total_sales_cents,
  }))
  return { legs, count }
}

/** The figures of the last twelve months, the current one last. */
export async function showHistory({ db, network }: SalesServices, userId: UserId): Promise<SalesHistory> {
  const now = Date.now()
  const months = await findSalesMonths(db, lastTwelve(monthOf(now)), now)
  const enrolledAt = await findEnrolledAt(db, userId)
  const frozen = months.filter(({ figures }) => figures === 'frozen').map(({ month }) => month)
  const cards = new Map((await findCards(db, frozen, userId)).map((card) => [card.month, card]))
  const shown: SalesHistory['months'] = []
  for (const month of months) {
    const card = cards.get(month.month)
    if (card) {
      const { level, group_pv, sales_bonus_cents, level_bonus_cents, total_bonus_cents } = card
      const bonuses = { salesBonusCents: sales_bonus_cents, levelBonusCents: level_bonus_cents }
      shown.push(presentMonth(month, { level, groupPv: group_pv, ...bonuses, totalBonusCents: total_bonus_cents }))
    } else {
      const isLive = month.figures === 'live' && isEnrolledBy(month.month, enrolledAt)
      const ask = { name: 'card', month: month.month, memberId: userId } as const
      shown.push(presentMonth(month, isLive ? await network.ask(ask) : undefined))
    }
  }
  return { months: shown }
}

function lastTwelve(current: Month): Month[] {
  let first = current
  for (let back = 0; back < 11; back++) first = previousMonth(first)
  return monthsFrom(first, current)
}
