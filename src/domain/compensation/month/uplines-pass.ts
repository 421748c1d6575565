import type { Plan } from '../plan/plan.ts'
import type { TreeColumns } from './columns.ts'

/**
 * The fields of a member that the pay pass reads, adjacent at `member × FIELDS`: orders are not sorted by tree
 * position, so that separate columns would each cost a cache miss.
 */
export const FIELDS = 4
/** The nearest eligible member above with a strictly higher rate, who is paid next on an order; −1 for none. */
export const NEXT_PAID = 0
/** Distance from the top of the tree, which has depth 0. */
export const DEPTH = 1
/** Basis points of the month's level; 0 for ineligible members. */
export const RATE = 2
/** The sponsor if both are eligible, so that the direct line is paid; −1 otherwise. */
export const DIRECT_TO = 3

/**
 * Finds the next payee above each member, from the top down (docs/plan §16). Members above are already done, so the
 * search follows their pointers, at most nine. Compression (docs/plan §6.2) needs no code: ineligible members have no
 * rate.
 */
export function startUplines(
  plan: Plan,
  { sponsor, active }: TreeColumns,
  { level, childrenFirst }: { level: Uint8Array; childrenFirst: Int32Array },
): { uplines: Int32Array; advance(count: number): void } {
  const uplines = new Int32Array(sponsor.length * FIELDS)
  const rates = Uint16Array.from([0, ...plan.levels.map(({ rateBp }) => rateBp)])
  let remaining = sponsor.length

  function advance(count: number): void {
    const end = Math.max(0, remaining - count)
    while (remaining > end) visit(childrenFirst[--remaining] as number)
  }

  function visit(member: number): void {
    const parent = sponsor[member] as number
    const eligible = active[member] === 1
    const rate = eligible ? (rates[level[member] as number] as number) : 0
    let next = parent
    while (next !== -1 && (uplines[next * FIELDS + RATE] as number) <= rate) {
      next = uplines[next * FIELDS + NEXT_PAID] as number
    }
    const base = member * FIELDS
    uplines[base + NEXT_PAID] = next
    uplines[base + DEPTH] = parent === -1 ? 0 : (uplines[parent * FIELDS + DEPTH] as number) + 1
    uplines[base + RATE] = rate
    uplines[base + DIRECT_TO] = eligible && parent !== -1 && active[parent] === 1 ? parent : -1
  }

  return { uplines, advance }
}
