import type { PoolClient } from 'pg'
import { compareMonths } from '#domain/calendar/month.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import type { CachedMonth } from './cached-month.ts'
import { type Change, requiresReload } from './feed.queries.ts'
import {
  type CorrectionRow,
  findBookedReturns,
  findCorrections,
  findMembers,
  findOrders,
  type MemberRow,
  type OrderRow,
} from './live.queries.ts'

/** Concurrent enrollments may be committed in either order; a list keeps that order until the month is reloaded. */
const OUT_OF_ORDER_MICROS = 60_000_000

/**
 * Updates a live month with the current database state of the members and orders that changed; changes only name them,
 * so that it does not matter how often or in which order they arrive. Returns false if the month must be reloaded:
 * after an import, or if a member has a new sponsor.
 */
export async function applyChanges(
  client: PoolClient,
  cached: CachedMonth,
  changes: readonly Change[],
): Promise<boolean> {
  const concernsMonth = ({ month }: Change) => month === null || month === cached.month
  if (changes.some((change) => concernsMonth(change) && requiresReload(change))) return false
  if (cached.frozen) return true
  const memberIds = changes.flatMap(({ memberId, month }) =>
    memberId !== null && (month === null || compareMonths(month, cached.month) <= 0) ? [memberId] : [],
  )
  const orderIds = changes.flatMap((change) =>
    change.orderId !== null && concernsMonth(change) ? [change.orderId] : [],
  )
  if (memberIds.length > 0) {
    const rows = await findMembers(client, cached.month, [...new Set(memberIds)])
    if (!rows.every((row) => setMember(cached, row))) return false
  }
  const correctionIds = changes.flatMap((change) =>
    change.correctionId !== null && concernsMonth(change) && !cached.corrections.has(change.correctionId)
      ? [change.correctionId]
      : [],
  )
  if (correctionIds.length > 0) {
    const rows = await findCorrections(client, [...new Set(correctionIds)])
    if (!rows.every((row) => setCorrection(cached, row))) return false
  }
  if (orderIds.length === 0) return true
  const ids = [...new Set(orderIds)]
  const orders = await findOrders(client, cached.month, ids)
  const booked = await findBookedReturns(client, cached.month, ids)
  if (!orders.every((row) => setOrder(cached, row))) return false
  return bookReturns(cached, booked)
}

function setMember(cached: CachedMonth, { id, enrolled, sponsorId, active }: MemberRow): boolean {
  const { live, members } = cached
  const sponsor = sponsorId === null ? -1 : members.indexOf(sponsorId)
  if (sponsor === -1 && sponsorId !== null) return false
  const member = members.indexOf(id)
  if (member !== -1) {
    live.setActive(member, active)
    return live.state.sponsor[member] === sponsor
  }
  if (enrolled < cached.lastEnrolled - OUT_OF_ORDER_MICROS) return false
  members.add(id, live.addMember(sponsor, active))
  cached.lastEnrolled = Math.max(cached.lastEnrolled, enrolled)
  return true
}

function setOrder({ live, members, orders }: CachedMonth, { id, memberId, customer, cvCents, pv }: OrderRow): boolean {
  const credited = memberId === null ? -1 : members.indexOf(memberId)
  const order = orders.indexOf(id)
  if (order === -1) {
    orders.add(id, live.addOrder({ credited, customer, cvCents, pv }))
    return true
  }
  const { state } = live
  if (state.cvCents[order] !== cvCents || state.pv[order] !== pv) live.setOrder(order, { cvCents, pv })
  // The order was read before its member.
  return state.credited[order] === credited
}

function bookReturns(
  { live, members, returns }: CachedMonth,
  { volumes, lines }: Awaited<ReturnType<typeof findBookedReturns>>,
) {
  const existingReturns = new Set(returns)
  for (const { returnId, memberId, ...volume } of volumes) {
    if (existingReturns.has(returnId)) continue
    const credited = members.indexOf(memberId)
    if (credited === -1) return false
    returns.add(returnId)
    live.addVolume({ ...volume, credited })
  }
  for (const { returnId, payeeId, kind, amountCents } of lines) {
    if (existingReturns.has(returnId)) continue
    const payee = members.indexOf(payeeId)
    const lineKind = LINE_KINDS[kind]
    if (payee === -1 || !lineKind) return false
    live.addBookedLine({ payee, kind: lineKind, amountCents })
  }
  return true
}

function setCorrection(
  { live, members, corrections }: CachedMonth,
  { id, memberId, bonus, amountCents }: CorrectionRow,
): boolean {
  const member = members.indexOf(memberId)
  if (member === -1) return false
  corrections.add(id)
  live.addCorrection({ member, bonus, amountCents })
  return true
}
