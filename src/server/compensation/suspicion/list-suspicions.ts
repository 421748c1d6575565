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
import { type FoundSuspicion, presentSuspicion } from './present-suspicion.ts'
import { FIRST_HOUSE, findSharedAddresses, type HousePosition } from './shared-addresses.ts'
import { type ExpiredRow, findExpired, findOrders } from './suspicion.queries.ts'

export type SuspicionServices = Pick<NetworkServices, 'db' | 'network' | 'settings'>
type Page = { found: FoundSuspicion[]; next: string | undefined }

const PAGE = 50
/** Number of accounts whose bonus is requested at once. */
const SLICE = 500
/** Slices searched for a page, which may be short: a few tenths of a second. */
const MAX_SLICES = 5
/** The most accounts listed for one address. */
const MAX_NAMED = 20

/** The review flags of a month, with reasons; changes nothing (docs/back-office §5, docs/plan §1). */
export async function listReviewFlags(
  services: SuspicionServices,
  month: Month,
  { kind, after }: { kind: ReviewFlagKind; after: string | undefined },
): Promise<Pick<AdminResponse<'reviewFlags'>, 'data' | 'next'>> {
  const { found, next } = await find[kind](services, month, after)
  const named = found.flatMap(({ memberId, sponsorId, accounts }) => [memberId, sponsorId, ...accounts])
  const people = await findPeople(
    services.db,
    named.filter((id) => id !== undefined),
  )
  const byId = new Map(people.map((person) => [Number(person.id), person]))
  return { data: found.map((row): ReviewFlag => presentSuspicion(kind, row, byId)), next: next ?? null }
}

const nothing = { order: undefined, memberId: undefined, sponsorId: undefined, accounts: [], accountsCount: 0 }
const none = { ...nothing, address: '', shareBp: undefined, pv: undefined, expiredOn: undefined, bonusCents: undefined }

export const find: Record<
  ReviewFlagKind,
  (services: SuspicionServices, month: Month, after: string | undefined) => Promise<Page>
> = {
  async near_match({ db }, month, given) {
    const found: FoundSuspicion[] = []
    let after: CountedOrderId | 0 | undefined = countedFrom(given)
    for (let slice = 0; slice < MAX_SLICES && after !== undefined && found.length < PAGE; slice++) {
      const looked: Awaited<ReturnType<typeof findNearMatches>> = await findNearMatches(db, month, after)
      const matches = looked.found.slice(0, PAGE - found.length)
      found.push(
        ...matches.map((match) => ({
          ...none,
          id: match.order_no,
          why: match.why,
          order: match,
          memberId: match.member_id as number,
          pv: match.month_pv,
        })),
      )
      // If a slice has more matches than fit, the next page continues after the last one shown.
      after = matches.length < looked.found.length ? matches.at(-1)?.id : looked.next
    }
    return { found, next: after === undefined ? undefined : String(after) }
  },

  async same_address({ db, settings }, month, given) {
    const least = settings.get('shared_address_accounts')
    const found: FoundSuspicion[] = []
    let from: HousePosition | undefined = least === 0 ? undefined : positionOf(given)
    for (let slice = 0; slice < MAX_SLICES && from !== undefined && found.length < PAGE; slice++) {
      const looked: Awaited<ReturnType<typeof findSharedAddresses>> = await findSharedAddresses(db, month, {
        from,
        least,
      })
      found.push(
        ...looked.found.map(({ address, accounts }) => ({
          ...none,
          id: address,
          why: ['same_address' as const],
          address,
          accounts: accounts.slice(0, MAX_NAMED),
          accountsCount: accounts.length,
        })),
      )
      from = looked.next
    }
    return { found, next: from && `${from.id}.${from.house}` }
  },

  async large_order(services, month) {
    const { orders } = await askLarge(services, month)
    const facts = new Map(
      (
        await findOrders(
          services.db,
          orders.map(({ id }) => id),
        )
      ).map((order) => [Number(order.id), order]),
    )
    return {
      found: orders.map(({ id, memberId, shareBp }) => ({
        ...none,
        id: facts.get(id)?.order_no ?? String(id),
        why: ['large_order' as const],
        order: facts.get(id),
        memberId,
        shareBp,
        pv: facts.get(id)?.month_pv,
      })),
      next: undefined,
    }
  },

  async expired_license({ db, network }, month, given) {
    const found: FoundSuspicion[] = []
    // A license that is valid on the month's last day is valid for the month.
    const before = shopDayOf(firstInstant(nextMonth(month)) - 1)
    let after = expiredFrom(given)
    let hasMore = (await findSalesMonth(db, month, Date.now())).figures !== 'closed_externally'
    for (let slice = 0; slice < MAX_SLICES && hasMore && found.length < PAGE; slice++) {
      const expired = await findExpired(db, { before, after, limit: SLICE })
      const bonuses = await network.ask({ name: 'bonuses', month, memberIds: expired.map(({ id }) => Number(id)) })
      for (const [index, member] of expired.entries()) {
        if (found.length === PAGE) break
        after = member
        const bonusCents = bonuses[index] ?? 0
        if (bonusCents <= 0) continue
        const memberId = Number(member.id)
        const why = ['expired_license' as const]
        found.push({ ...none, id: String(memberId), why, memberId, expiredOn: member.expires_on, bonusCents })
      }
      // An empty slice is also the end: the slice before was full and the last.
      hasMore = expired.length === SLICE || (expired.length > 0 && after !== expired.at(-1))
    }
    return { found, next: hasMore && after ? `${after.expires_on}.${after.id}` : undefined }
  },

  async large_leg(services, month) {
    const { legs } = await askLarge(services, month)
    return {
      found: legs.map(({ memberId, sponsorId, amount, shareBp }) => ({
        ...none,
        id: String(memberId),
        why: ['large_leg' as const],
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
async function askLarge({ db, network, settings }: SuspicionServices, month: Month) {
  const { figures } = await findSalesMonth(db, month, Date.now())
  if (figures === 'closed_externally') return { orders: [], legs: [] }
  const [orderBp, legBp] = [settings.get('large_order_percent') * 100, settings.get('large_leg_percent') * 100]
  return network.ask({ name: 'large', month, orderBp, legBp })
}

/** The id at which a page ended; starts from the beginning for an invalid cursor. */
const countedFrom = (given = ''): CountedOrderId | 0 =>
  /^\d{1,9}$/.test(given) ? (Number(given) as CountedOrderId) : 0

/** `day.id` at which a page ended; starts from the latest day for an invalid cursor. */
function expiredFrom(given: string | undefined): ExpiredRow | undefined {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(given ?? '') ?? []
  return day !== undefined && parseInstant(day)?.isDay === true
    ? { expires_on: day, id: Number(id) as UserId }
    : undefined
}

/** `id.house` at which a page ended; starts from the first house for an invalid cursor. */
function positionOf(given: string | undefined): HousePosition {
  const [, id, house] = /^(\d{1,9})\.(.{0,40})$/s.exec(given ?? '') ?? []
  return id === undefined || house === undefined ? FIRST_HOUSE : { id: Number(id), house }
}
