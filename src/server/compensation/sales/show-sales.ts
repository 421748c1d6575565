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
  listYears,
  type SalesMonth,
} from './sales-month.ts'

type SalesServices = Pick<NetworkServices, 'db' | 'network'>

/**
 * The month's card and a page of the direct line (docs/plan §10): frozen for a closed month, otherwise current. In the
 * current month open invitations follow the members: an invitee who accepts is enrolled now, not in a past month.
 */
export async function showSales(
  services: SalesServices,
  userId: UserId,
  requestedMonth: Month,
  offset: number,
): Promise<Sales> {
  const now = Date.now()
  const pendingMonth = findSalesMonth(services.db, requestedMonth, now)
  // The figures of the current month are in memory: they are requested while its plan is read.
  const source: SalesMonth | LiveMonth =
    requestedMonth === monthOf(now) ? { month: requestedMonth, figures: 'live' } : await pendingMonth
  const [month, card, { legs, count, found: personRows, invited }] = await Promise.all([
    pendingMonth,
    findCard(services, userId, source),
    findPage(services, userId, source, offset, now),
  ])
  const people = new Map(personRows.map((person) => [person.id, person]))
  const seller = people.get(userId)
  if (!seller) throw new Error(`user ${userId} is signed in but does not exist`)
  return presentSales(
    presentDetail(seller, month, card, {
      years: listYears(now),
      enrolled: isEnrolledBy(month.month, seller.created_at),
    }),
    [
      ...legs.map((leg) => presentChild(month.plan, leg, people.get(leg.id as UserId))),
      ...invited.invitations.map((invitation) => presentInvited(month.plan, invitation)),
    ],
    Math.ceil((count + invited.count) / SALES_PAGE_SIZE),
  )
}

/** The current month with the last page of the direct line, which has the latest invitation. */
export async function showLastPage(services: SalesServices, userId: UserId): Promise<Sales> {
  const month = monthOf(Date.now())
  await services.network.catchUp()
  const [members, invited] = await Promise.all([
    services.network.query({ name: 'directLine', month, memberId: userId, offset: 0, limit: 0 }),
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
  source: SalesMonth | LiveMonth,
  offset: number,
  now: number,
) {
  const { db } = services
  const { legs, count } = await findDirectLine(services, userId, source, offset)
  const invitationPage = { offset: Math.max(0, offset - count), limit: SALES_PAGE_SIZE - legs.length }
  const [personRows, invited] = await Promise.all([
    findPeople(db, [userId, ...legs.map(({ id }) => id)]),
    source.month === monthOf(now) ? listOpenInvitations(db, userId, invitationPage) : { count: 0, invitations: [] },
  ])
  return { legs, count, found: personRows, invited }
}

async function findDirectLine(
  { db, network }: SalesServices,
  memberId: UserId,
  { month, figures }: SalesMonth | LiveMonth,
  offset: number,
) {
  const page = { offset, limit: SALES_PAGE_SIZE }
  if (figures === 'closed_externally') return { legs: [], count: 0 }
  if (figures === 'live') return network.query({ name: 'directLine', month, memberId, ...page })
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
  const months = await findSalesMonths(db, listLastTwelve(monthOf(now)), now)
  const enrolledAt = await findEnrolledAt(db, userId)
  const frozen = months.filter(({ figures }) => figures === 'frozen').map(({ month }) => month)
  const cards = new Map((await findCards(db, frozen, userId)).map((card) => [card.month, card]))
  const history: SalesHistory['months'] = []
  for (const month of months) {
    const card = cards.get(month.month)
    if (card) {
      const { level, group_pv, sales_bonus_cents, level_bonus_cents, total_bonus_cents } = card
      const bonuses = { salesBonusCents: sales_bonus_cents, levelBonusCents: level_bonus_cents }
      history.push(presentMonth(month, { level, groupPv: group_pv, ...bonuses, totalBonusCents: total_bonus_cents }))
    } else {
      const isLive = month.figures === 'live' && isEnrolledBy(month.month, enrolledAt)
      const query = { name: 'card', month: month.month, memberId: userId } as const
      history.push(presentMonth(month, isLive ? await network.query(query) : undefined))
    }
  }
  return { months: history }
}

function listLastTwelve(current: Month): Month[] {
  let first = current
  for (let nth = 0; nth < 11; nth++) first = previousMonth(first)
  return monthsFrom(first, current)
}
