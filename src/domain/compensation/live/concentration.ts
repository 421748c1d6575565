import type { LiveState } from './state.ts'

/** Something that is a large part of a month: its index, what it comes to, and its share in basis points. */
export type Share = { index: number; amount: number; shareBp: number }

const shareOf = (amount: number, total: number): number =>
  total <= 0 ? 0 : Number((BigInt(amount) * 10_000n) / BigInt(total))

/**
 * Credited orders that are at least that share of the month's CV, the largest first; amounts in cents. Sales that are
 * credited to nobody are sales of the month, too, but pay nobody and are not looked at.
 */
export function largeOrders({ orders, credited, cvCents }: LiveState, leastBp: number): Share[] {
  let total = 0
  for (let order = 0; order < orders; order++) total += cvCents[order] as number
  const found: Share[] = []
  for (let index = 0; index < orders; index++) {
    const amount = cvCents[index] as number
    if (credited[index] === -1 || amount <= 0) continue
    const shareBp = shareOf(amount, total)
    if (shareBp >= leastBp) found.push({ index, amount, shareBp })
  }
  return found.sort((a, b) => b.amount - a.amount || a.index - b.index)
}

/**
 * Legs that bring at least that share of the month's PV, the largest first; amounts in points. Whoever stands above such
 * a leg has its points as well: of each such path the deepest is named, where the volume comes together, and nobody
 * who has no sponsor, because that is nobody's leg.
 */
export function largeLegs({ members, sponsor, groupPv, orders, credited, pv }: LiveState, leastBp: number): Share[] {
  // Of what was sold in the month: what comes back of earlier ones makes no leg larger than the whole.
  let total = 0
  for (let order = 0; order < orders; order++) if (credited[order] !== -1) total += pv[order] as number
  const isLarge = (member: number) => {
    const amount = groupPv[member] as number
    return amount > 0 && shareOf(amount, total) >= leastBp
  }
  const holdsLarger = new Uint8Array(members)
  for (let member = 0; member < members; member++) {
    const above = sponsor[member] as number
    if (above !== -1 && isLarge(member)) holdsLarger[above] = 1
  }
  const found: Share[] = []
  for (let index = 0; index < members; index++) {
    if (sponsor[index] === -1 || holdsLarger[index] === 1 || !isLarge(index)) continue
    const amount = groupPv[index] as number
    found.push({ index, amount, shareBp: shareOf(amount, total) })
  }
  return found.sort((a, b) => b.amount - a.amount || a.index - b.index)
}
