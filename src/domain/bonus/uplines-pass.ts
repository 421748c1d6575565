import type { Plan } from '../network/plan.ts'
import type { TreeColumns } from './columns.ts'

/**
 * What paying looks at of a member, side by side at `member × FIELDS`: orders come in no order of the tree, so columns
 * of their own would each be a miss of the processor's cache.
 */
export const FIELDS = 4
/** The nearest eligible member above with a strictly higher rate, −1 for none: who is paid next on an order. */
export const NEXT_PAID = 0
/** Distance from the top of the tree, 0 there. */
export const DEPTH = 1
/** Basis points of the month's level; 0 for who is not eligible. */
export const RATE = 2
/** The sponsor when both are eligible, so that a direct line is paid; −1 otherwise. */
export const DIRECT_TO = 3

/**
 * From the top down, each member's next paid one above (docs/plan §16). Those above are done already, so the search
 * follows their own pointers, at most nine, and compression (docs/plan §6.2) comes by itself: who is not eligible has
 * no rate.
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
    const above = sponsor[member] as number
    const eligible = active[member] === 1
    const rate = eligible ? (rates[level[member] as number] as number) : 0
    let next = above
    while (next !== -1 && (uplines[next * FIELDS + RATE] as number) <= rate) {
      next = uplines[next * FIELDS + NEXT_PAID] as number
    }
    const here = member * FIELDS
    uplines[here + NEXT_PAID] = next
    uplines[here + DEPTH] = above === -1 ? 0 : (uplines[above * FIELDS + DEPTH] as number) + 1
    uplines[here + RATE] = rate
    uplines[here + DIRECT_TO] = eligible && above !== -1 && active[above] === 1 ? above : -1
  }

  return { uplines, advance }
}
