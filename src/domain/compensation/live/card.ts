import { type LiveState, STEPS } from './state.ts'

/** A member's month (docs/plan §10), money in cents. */
export type LiveCard = {
  level: number
  active: boolean
  personalPv: number
  customerPv: number
  groupPv: number
  totalSalesCents: number
  salesBonusCents: number
  levelBonusCents: number
  totalBonusCents: number
  /** Additional amount that the month so far would have paid one level up (docs/plan §12.3). */
  nextLevelCents: number
}

export function readCard(state: LiveState, member: number): LiveCard {
  const takenLevel = state.takenLevel[member] as number
  let [personalSale, differential] = [0, 0]
  for (let cell = member * STEPS; cell < member * STEPS + takenLevel; cell++) {
    personalSale += state.ownSteps[cell] as number
    differential += state.inflowSteps[cell] as number
  }
  const active = state.active[member] === 1
  const direct = active ? (state.legsDirectLine[member] as number) : 0
  const salesBonusCents = personalSale + direct + (state.bookedSalesCents[member] as number)
  const levelBonusCents = differential + (state.bookedLevelCents[member] as number)
  const next = member * STEPS + takenLevel
  return {
    level: Math.max(1, takenLevel),
    active,
    personalPv: state.personalPv[member] as number,
    customerPv: state.customerPv[member] as number,
    groupPv: state.groupPv[member] as number,
    totalSalesCents: state.totalSalesCents[member] as number,
    salesBonusCents,
    levelBonusCents,
    totalBonusCents: salesBonusCents + levelBonusCents,
    nextLevelCents:
      active && takenLevel < STEPS ? (state.ownSteps[next] as number) + (state.inflowSteps[next] as number) : 0,
  }
}

/** Number of legs with an eligible member of at least that level; level 0 accepts any eligible member. */
export const countQualifyingLegs = ({ legsAtLeast }: LiveState, member: number, level: number): number =>
  legsAtLeast.get(Math.max(1, level))?.[member] ?? 0
