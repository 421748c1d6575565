import type { Plan } from '../plan/plan.ts'
import { addTo, type Cards, type TreeColumns } from './columns.ts'

type Columns = Pick<Cards, 'personalPv' | 'groupPv' | 'customerPv' | 'level'>

export type LevelsPass = {
  /** All members, each after its whole downline; read backward, each after its whole upline. */
  childrenFirst: Int32Array
  /**
   * Per leg level of the plan: the number of legs of each member that have an eligible member of at least that level.
   */
  legsAtLeast: ReadonlyMap<number, Uint32Array>
  /** First step, over all members: checks their sponsors and counts their legs. */
  countLegs(from: number, to: number): void
  /** Second step, over all members: finds those without legs, at which the pass begins. */
  findLeaves(from: number, to: number): void
  /** Last step: processes at most `count` further members; call it until all are done. */
  advance(count: number): void
}

/**
 * Computes group PV, legs and levels in one pass from the leaves up (docs/plan §5, §16): a member is processed once its
 * last leg is done. It does not recurse, so a chain of a million members is safe. The cards must contain the personal
 * figures. Throws a RangeError on a cycle.
 */
export function startLevels(plan: Plan, { sponsor, active }: TreeColumns, cards: Columns): LevelsPass {
  const members = sponsor.length
  const pendingLegs = new Int32Array(members)
  const childrenFirst = new Int32Array(members)
  const best = new Uint8Array(members)
  const legLevels = [...new Set(plan.levels.filter(({ legs }) => legs > 0).map(({ legLevel }) => legLevel))]
  const legsAtLeast = new Map(legLevels.map((legLevel) => [legLevel, new Uint32Array(members)]))
  const counters = [...legsAtLeast].map(([legLevel, legs]) => ({ legLevel, legs }))
  const computeLevel = compileLevels(plan, cards, legsAtLeast)
  const { groupPv, personalPv, level } = cards

  let processedCount = 0
  let queuedCount = 0

  function countLegs(from: number, to: number): void {
    for (let member = from; member < to; member++) {
      const parent = sponsor[member] as number
      if (parent < -1 || parent >= members) throw new RangeError(`member ${member}: sponsor ${parent} does not exist`)
      if (parent !== -1) pendingLegs[parent] = (pendingLegs[parent] as number) + 1
    }
  }

  function findLeaves(from: number, to: number): void {
    for (let member = from; member < to; member++) {
      if (pendingLegs[member] === 0) childrenFirst[queuedCount++] = member
    }
  }

  function advance(count: number): void {
    const end = Math.min(members, processedCount + count)
    for (; processedCount < end; processedCount++) {
      if (processedCount === queuedCount) throw new RangeError('the sponsor tree has a circle')
      processMember(childrenFirst[processedCount] as number)
    }
  }

  function processMember(member: number): void {
    addTo(groupPv, member, personalPv[member] as number)
    const memberLevel = active[member] === 1 ? computeLevel(member) : 0
    level[member] = memberLevel === 0 ? 1 : memberLevel
    const bestInLeg = Math.max(best[member] as number, memberLevel)
    const parent = sponsor[member] as number
    if (parent === -1) return
    addTo(groupPv, parent, groupPv[member] as number)
    if (bestInLeg > (best[parent] as number)) best[parent] = bestInLeg
    for (const { legLevel, legs } of counters) {
      if (bestInLeg >= legLevel) legs[parent] = (legs[parent] as number) + 1
    }
    pendingLegs[parent] = (pendingLegs[parent] as number) - 1
    if (pendingLegs[parent] === 0) childrenFirst[queuedCount++] = parent
  }

  return { childrenFirst, legsAtLeast, countLegs, findLeaves, advance }
}

/**
 * Compiles the table of docs/plan §5 into a function over columns that tries the top level first; most members fail at
 * the group PV.
 */
export function compileLevels(
  plan: Plan,
  cards: Pick<Cards, 'personalPv' | 'groupPv' | 'customerPv'>,
  legsAtLeast: ReadonlyMap<number, Uint32Array>,
) {
  const { personalPv, groupPv, customerPv } = cards
  const rows = plan.levels
    .filter(({ code }) => code > 1)
    .reverse()
    .map((row) => ({ ...row, qualified: legsAtLeast.get(row.legLevel) }))
  return (member: number): number => {
    const group = groupPv[member] as number
    for (const row of rows) {
      if (group < row.groupPv) continue
      if ((personalPv[member] as number) < row.personalPv || (customerPv[member] as number) < row.customerPv) continue
      if (row.qualified === undefined || (row.qualified[member] as number) >= row.legs) return row.code
    }
    return 1
  }
}
