import type { LiveState } from './state.ts'

/** An order or a leg with a large part of a month: its index, its amount, and its share in basis points. */
export type Share = { index: number; amount: number; shareBp: number }

const computeShareBp = (amount: number, total: number): number =>
  total <= 0 ? 0 : Number((BigInt(amount) * 10_000n) / BigInt(total))

/**
 * Credited orders with at least that share of the month's CV, largest first; amounts in cents. Sales without a member
 * count toward the month's total, but pay nobody and are not listed.
 */
export function findLargeOrders({ orders, credited, cvCents }: LiveState, minimumBp: number): Share[] {
  let total = 0
  for (let order = 0; order < orders; order++) total += cvCents[order] as number
  const shares: Share[] = []
  for (let index = 0; index < orders; index++) {
    const amount = cvCents[index] as number
    if (credited[index] === -1 || amount <= 0) continue
    const shareBp = computeShareBp(amount, total)
    if (shareBp >= minimumBp) shares.push({ index, amount, shareBp })
  }
  return shares.sort((a, b) => b.amount - a.amount || a.index - b.index)
}

/**
 * Legs with at least that share of the month's PV, largest first; amounts in points. Every member above such a leg has
 * its points as well, so only the deepest member of each such path is listed. A member without a sponsor is not a leg.
 */
export function findLargeLegs(
  { members, sponsor, groupPv, orders, credited, pv }: LiveState,
  minimumBp: number,
): Share[] {
  // The total excludes returns on earlier months: they must not make a leg larger than the whole.
  let total = 0
  for (let order = 0; order < orders; order++) if (credited[order] !== -1) total += pv[order] as number
  const isLarge = (member: number) => {
    const amount = groupPv[member] as number
    return amount > 0 && computeShareBp(amount, total) >= minimumBp
  }
  const hasLargerLeg = new Uint8Array(members)
  for (let member = 0; member < members; member++) {
    const parent = sponsor[member] as number
    if (parent !== -1 && isLarge(member)) hasLargerLeg[parent] = 1
  }
  const shares: Share[] = []
  for (let index = 0; index < members; index++) {
    if (sponsor[index] === -1 || hasLargerLeg[index] === 1 || !isLarge(index)) continue
    const amount = groupPv[index] as number
    shares.push({ index, amount, shareBp: computeShareBp(amount, total) })
  }
  return shares.sort((a, b) => b.amount - a.amount || a.index - b.index)
}
