import { type LiveState, STEPS } from './state.ts'

/**
 * Amounts that a leg's orders pay the member above it: the direct line on its first member's orders, and the part of
 * the differential that nobody in the leg takes.
 */
export function bonusFromLeg(state: LiveState, leg: number): { directLineCents: number; differentialCents: number } {
  const { sponsor, active, taken, own, inflow, directOwn } = state
  const above = sponsor[leg] as number
  const areActive = active[leg] === 1 && active[above] === 1
  let differentialCents = 0
  for (let step = taken[leg] as number; step < (taken[above] as number); step++) {
    const at = leg * STEPS + step
    differentialCents += (own[at] as number) + (inflow[at] as number)
  }
  return { directLineCents: areActive ? (directOwn[leg] as number) : 0, differentialCents }
}

/**
 * Returns for each given member the leg of `member` that it belongs to; −1 for members in none of the legs. No part of
 * the tree is climbed twice, however deep it is.
 */
export function legsOver({ sponsor }: LiveState, member: number, indexes: readonly number[]): number[] {
  const known = new Map<number, number>()
  return indexes.map((index) => {
    const path: number[] = []
    let leg = -1
    for (let at = index; at !== -1 && at !== member; at = sponsor[at] as number) {
      path.push(at)
      const before = known.get(at)
      if (before !== undefined) {
        leg = before
        break
      }
      if (sponsor[at] === member) leg = at
    }
    for (const at of path) known.set(at, leg)
    return leg
  })
}
