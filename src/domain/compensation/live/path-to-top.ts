import type { CondensedPath } from './condensed-path.ts'
import type { LiveState } from './state.ts'

/**
 * The path from a credited member to the top, in the format of `findSteps`: the nearest `limit` members, at least two,
 * and beyond them only those with a higher level than all before, because nobody else is paid there. `more` means that
 * unpaid members in between were omitted.
 */
export function findPathToTop(state: LiveState, credited: number, limit: number): CondensedPath & { more: boolean } {
  const result: CondensedPath = { path: [], depths: [] }
  let [covered, more] = [0, false]
  for (let member = credited, depth = 0; member !== -1; member = state.sponsor[member] as number, depth++) {
    const takenLevel = state.takenLevel[member] as number
    if (depth < limit || takenLevel > covered) {
      result.path.push({ member, active: state.active[member] === 1, level: Math.max(1, takenLevel) })
      result.depths.push(depth)
    } else more = true
    covered = Math.max(covered, takenLevel)
  }
  return { ...result, more }
}
