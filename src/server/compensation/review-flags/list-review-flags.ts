import type { AdminResponse } from '#contract/admin-calls.ts'
import type { ReviewFlag } from '#contract/compensation/network.ts'
import type { ReviewFlagKind } from '#contract/compensation/review-flag-kinds.ts'
import { parseInstant } from '#domain/calendar/instant.ts'
import { firstInstant, type Month, nextMonth, shopDayOf } from '#domain/calendar/month.ts'
import type { CountedOrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { findNearMatches } from '../count/near-matches.ts'
import type { NetworkServices } from '../live/live-network.ts'
import { findPeople } from '../sales/sales.queries.ts'
import { findSalesMonth } from '../sales/sales-month.ts'
import { FIRST_HOUSE, findSharedAddresses, type HousePosition } from './find-shared-addresses.ts'
import { presentReviewFlag, type ReviewFlagRow } from './present-review-flag.ts'
import { type ExpiredRow, findExpired, findOrders } from './review-flag.queries.ts'

export type ReviewFlagServices = Pick<NetworkServices, 'db' | 'network' | 'settings'>
type Page = { flags: ReviewFlagRow[]; next: string | undefined }

const PAGE = 50
/** Number of accounts whose bonus is requested at once. */
const SLICE = 500
/** Slices searched for a page, which may be short: a few tenths of a second. */
const MAX_SLICES = 5
/** Maximum number of accounts listed for one address. */
const MAX_LISTED_ACCOUNTS = 20

/** The review flags of a month, with reasons; changes nothing (docs/back-office §5, docs/plan §1). */
export async function listReviewFlags(
  services: ReviewFlagServices,
  month: Month,
  { kind, after }: { kind: ReviewFlagKind; after: string | undefined },
): Promise<Pick<AdminResponse<'reviewFlags'>, 'data' | 'next'>> {
  const { flags, next } = await reviewFlagFinders[kind](services, month, after)
  const memberIds = flags.flatMap(({ memberId, sponsorId, accounts }) => [memberId, sponsorId, ...accounts])
  const people = await findPeople(
    services.db,
    memberIds.filter((id) => id !== undefined),
  )
  const peopleById = new Map(people.map((person) => [Number(person.id), person]))
  return { data: flags.map((row): ReviewFlag => presentReviewFlag(kind, row, peopleById)), next: next ?? null }
}

const EMPTY_REFERENCES = { order: undefined, memberId: undefined, sponsorId: undefined, accounts: [], accountsCount: 0 }
const EMPTY_FLAG = {
  ...EMPTY_REFERENCES,
  address: '',
  shareBp: undefined,
  pv: undefined,
  expiredOn: undefined,
  bonusCents: undefined,
}

export const reviewFlagFinders: Record<
  ReviewFlagKind,
  (services: ReviewFlagServices, month: Month, after: string | undefined) => Promise<Page>
> = {
  async near_match({ db }, month, cursor) {
    const flags: ReviewFlagRow[] = []
    let after: CountedOrderId | 0 | undefined = parseOrderCursor(cursor)
    for (let slice = 0; slice < MAX_SLICES && after !== undefined && flags.length < PAGE; slice++) {
      const searched: Awaited<ReturnType<typeof findNearMatches>> = await findNearMatches(db, month, after)
      const matches = searched.found.slice(0, PAGE - flags.length)
      flags.push(
        ...matches.map((match) => ({
          ...EMPTY_FLAG,
          id: match.order_no,
          reasons: match.reasons,
          order: match,
          memberId: match.member_id as number,
          pv: match.month_pv,
        })),
      )
      // If a slice has more matches than fit, the next page continues after the last one shown.
      after = matches.length < searched.found.length ? matches.at(-1)?.id : searched.next
    }
    return { flags, next: after === undefined ? undefined : String(after) }
  },

  async same_address({ db, settings }, month, cursor) {
    const minimum = settings.get('shared_address_accounts')
    const flags: ReviewFlagRow[] = []
    let position: HousePosition | undefined = minimum === 0 ? undefined : parsePosition(cursor)
    for (let slice = 0; slice < MAX_SLICES && position !== undefined && flags.length < PAGE; slice++) {
      const searched: Awaited<ReturnType<typeof findSharedAddresses>> = await findSharedAddresses(db, month, {
        from: position,
        minimum,
      })
      flags.push(
        ...searched.found.map(({ address, accounts }) => ({
          ...EMPTY_FLAG,
          id: address,
          reasons: ['same_address' as const],
          address,
          accounts: accounts.slice(0, MAX_LISTED_ACCOUNTS),
          accountsCount: accounts.length,
        })),
      )
      position = searched.next
    }
    return { flags, next: position && `${position.id}.${position.house}` }
  },

  async large_order(services, month) {
    const { orders } = await queryLarge(services, month)
    const ordersById = new Map(
      (
        await findOrders(
          services.db,
          orders.map(({ id }) => id),
        )
      ).map((order) => [Number(order.id), order]),
    )
    return {
      flags: orders.map(({ id, memberId, shareBp }) => ({
        ...EMPTY_FLAG,
        id: ordersById.get(id)?.order_no ?? String(id),
        reasons: ['large_order' as const],
        order: ordersById.get(id),
        memberId,
        shareBp,
        pv: ordersById.get(id)?.month_pv,
      })),
      next: undefined,
    }
  },

  async expired_license({ db, network }, month, cursor) {
    const flags: ReviewFlagRow[] = []
    // A license that is valid on the month's last day is valid for the month.
    const lastDay = shopDayOf(firstInstant(nextMonth(month)) - 1)
    let after = parseExpiredCursor(cursor)
    let hasMore = (await findSalesMonth(db, month, Date.now())).figures !== 'closed_externally'
    for (let slice = 0; slice < MAX_SLICES && hasMore && flags.length < PAGE; slice++) {
      const expired = await findExpired(db, { before: lastDay, after, limit: SLICE })
      const bonuses = await network.query({ name: 'bonuses', month, memberIds: expired.map(({ id }) => Number(id)) })
      for (const [index, member] of expired.entries()) {
        if (flags.length === PAGE) break
        after = member
        const bonusCents = bonuses[index] ?? 0
        if (bonusCents <= 0) continue
        const memberId = Number(member.id)
        const reasons = ['expired_license' as const]
        flags.push({ ...EMPTY_FLAG, id: String(memberId), reasons, memberId, expiredOn: member.expires_on, bonusCents })
      }
      // An empty slice is also the end: the slice before was full and the last.
      hasMore = expired.length === SLICE || (expired.length > 0 && after !== expired.at(-1))
    }
    return { flags, next: hasMore && after ? `${after.expires_on}.${after.id}` : undefined }
  },

  async large_leg(services, month) {
    const { legs } = await queryLarge(services, month)
    return {
      flags: legs.map(({ memberId, sponsorId, amount, shareBp }) => ({
        ...EMPTY_FLAG,
        id: String(memberId),
        reasons: ['large_leg' as const],
        memberId,
        sponsorId,
        shareBp,
        pv: amount,
      })),
      next: undefined,
    }
  },
}

/** Both from the live month; a month that was closed elsewhere has none. */
async function queryLarge({ db, network, settings }: ReviewFlagServices, month: Month) {
  const { figures } = await findSalesMonth(db, month, Date.now())
  if (figures === 'closed_externally') return { orders: [], legs: [] }
  const [orderBp, legBp] = [settings.get('large_order_percent') * 100, settings.get('large_leg_percent') * 100]
  return network.query({ name: 'large', month, orderBp, legBp })
}

/** The id at which a page ended; starts from the beginning for an invalid cursor. */
const parseOrderCursor = (cursor = ''): CountedOrderId | 0 =>
  /^\d{1,9}$/.test(cursor) ? (Number(cursor) as CountedOrderId) : 0

/** `day.id` at which a page ended; starts from the latest day for an invalid cursor. */
function parseExpiredCursor(cursor: string | undefined): ExpiredRow | undefined {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(cursor ?? '') ?? []
  return day !== undefined && parseInstant(day)?.isDay === true
    ? { expires_on: day, id: Number(id) as UserId }
    : undefined
}

/** `id.house` at which a page ended; starts from the first house for an invalid cursor. */
function parsePosition(cursor: string | undefined): HousePosition {
  const [, id, house] = /^(\d{1,9})\.(.{0,40})$/s.exec(cursor ?? '') ?? []
  return id === undefined || house === undefined ? FIRST_HOUSE : { id: Number(id), house }
}
