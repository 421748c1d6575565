import { type LiveState, STEPS } from './state.ts'

/**
 * Amounts that a leg's orders pay the member above it: the direct line on its first member's orders, and the part of
 * the differential that nobody in the leg takes.
 */
export function computeBonusFromLeg(
  state: LiveState,
  leg: number,
): { directLineCents: number; differentialCents: number } {
  const { sponsor, active, takenLevel, ownSteps, inflowSteps, ownDirectLine } = state
  const parent = sponsor[leg] as number
  const areActive = active[leg] === 1 && active[parent] === 1
  let differentialCents = 0
  for (let step = takenLevel[leg] as number; step < (takenLevel[parent] as number); step++) {
    const position = leg * STEPS + step
    differentialCents += (ownSteps[position] as number) + (inflowSteps[position] as number)
  }
  return { directLineCents: areActive ? (ownDirectLine[leg] as number) : 0, differentialCents }
}

/**
 * Returns for each given member the leg of `member` that it belongs to; −1 for members in none of the legs. No part of
 * the tree is climbed twice, however deep it is.
 */
export function findLegs({ sponsor }: LiveState, member: number, indexes: readonly number[]): number[] {
  const legByMember = new Map<number, number>()
  return indexes.map((index) => {
    const path: number[] = []
    let leg = -1
    for (let position = index; position !== -1 && position !== member; position = sponsor[position] as number) {
      path.push(position)
      const knownLeg = legByMember.get(position)
      if (knownLeg !== undefined) {
        leg = knownLeg
        break
      }
      if (sponsor[position] === member) leg = position
    }
    for (const position of path) legByMember.set(position, leg)
    return leg
  })
}
