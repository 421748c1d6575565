import type { PoolClient } from 'pg'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import { compareMonths } from '#domain/month.ts'
import type { Change } from './feed.queries.ts'
import type { KeptMonth } from './kept-month.ts'
import { findBooked, findMembers, findOrders, type MemberRow, type OrderRow } from './live.queries.ts'

/** Two who enrol at once may be committed in either order; in a list they stand so until the month is read anew. */
const OUT_OF_ORDER_MICROS = 60_000_000

/**
 * Brings a month in memory up to what the database says now of the members and orders that changed; a change only names
 * them, so that it does not matter how often or in which order changes are told. False asks for the month to be read
 * anew: after an import, or when somebody has another sponsor.
 */
export async function applyChanges(client: PoolClient, kept: KeptMonth, changes: readonly Change[]): Promise<boolean> {
  const isOfMonth = ({ month }: Change) => month === null || month === kept.month
  if (changes.some((change) => isOfMonth(change) && change.orderId === null && change.memberId === null)) return false
  if (kept.frozen) return true
  const memberIds = changes.flatMap(({ memberId, month }) =>
    memberId !== null && (month === null || compareMonths(month, kept.month) <= 0) ? [memberId] : [],
  )
  const orderIds = changes.flatMap((change) => (change.orderId !== null && isOfMonth(change) ? [change.orderId] : []))
  if (memberIds.length > 0) {
    const rows = await findMembers(client, kept.month, [...new Set(memberIds)])
    if (!rows.every((row) => setMember(kept, row))) return false
  }
  if (orderIds.length === 0) return true
  const ids = [...new Set(orderIds)]
  const orders = await findOrders(client, kept.month, ids)
  const booked = await findBooked(client, kept.month, ids)
  if (!orders.every((row) => setOrder(kept, row))) return false
  return book(kept, booked)
}

function setMember(kept: KeptMonth, { id, enrolled, sponsorId, active }: MemberRow): boolean {
  const { live, members } = kept
  const sponsor = sponsorId === null ? -1 : members.indexOf(sponsorId)
  if (sponsor === -1 && sponsorId !== null) return false
  const member = members.indexOf(id)
  if (member !== -1) {
    live.setActive(member, active)
    return live.state.sponsor[member] === sponsor
  }
  if (enrolled < kept.lastEnrolled - OUT_OF_ORDER_MICROS) return false
  members.add(id, live.addMember(sponsor, active))
  kept.lastEnrolled = Math.max(kept.lastEnrolled, enrolled)
  return true
}

function setOrder({ live, members, orders }: KeptMonth, { id, memberId, customer, cvCents, pv }: OrderRow): boolean {
  const credited = memberId === null ? -1 : members.indexOf(memberId)
  const order = orders.indexOf(id)
  if (order === -1) {
    orders.add(id, live.addOrder({ credited, customer, cvCents, pv }))
    return true
  }
  const { state } = live
  if (state.cvCents[order] !== cvCents || state.pv[order] !== pv) live.setOrder(order, { cvCents, pv })
  // Read before its member was.
  return state.credited[order] === credited
}

function book({ live, members, returns }: KeptMonth, { volumes, lines }: Awaited<ReturnType<typeof findBooked>>) {
  const known = new Set(returns)
  for (const { returnId, memberId, ...volume } of volumes) {
    if (known.has(returnId)) continue
    const credited = members.indexOf(memberId)
    if (credited === -1) return false
    returns.add(returnId)
    live.addVolume({ ...volume, credited })
  }
  for (const { returnId, payeeId, kind, amountCents } of lines) {
    if (known.has(returnId)) continue
    const payee = members.indexOf(payeeId)
    const name = LINE_KINDS[kind]
    if (payee === -1 || !name) return false
    live.addBookedLine({ payee, kind: name, amountCents })
  }
  return true
}
