import { getLevelRow } from '../plan/plan.ts'
import type { PathMember } from '../rules/line.ts'
import type { LiveState } from './state.ts'

/** Maximum number of members listed who were passed over just before the payee; a path can be a million long. */
const MAX_PASSED_OVER = 20

/**
 * The decisive members of an order's path, in the format of `findSteps`, with their distance above the credited member.
 */
export type CondensedPath = { path: PathMember[]; depths: number[] }

/**
 * Reduces the path from a credited member up to `to` to the members who decide what `to` is paid: the credited member,
 * their sponsor (for the direct line), every member with a higher rate than all before them, and the last of those
 * passed over. The others are paid nothing and cover nothing, so the steps equal those of the whole path.
 */
export function condensePath(state: LiveState, credited: number, payee: number): CondensedPath {
  const condensed: CondensedPath = { path: [], depths: [] }
  /** A ring buffer by depth: the last members passed over up to the payee. */
  const passedOver = new Int32Array(MAX_PASSED_OVER)
  let [passedCount, covered, coveredBp] = [0, 0, 0]
  const append = (member: number, depth: number) => {
    condensed.path.push({
      member,
      active: state.active[member] === 1,
      level: Math.max(1, state.takenLevel[member] as number),
    })
    condensed.depths.push(depth)
  }
  let depth = 0
  for (let member = credited; member !== payee; member = state.sponsor[member] as number, depth++) {
    const takenLevel = state.takenLevel[member] as number
    // A level with a rate of zero covers nothing, and those before it stay passed over.
    const rateBp = takenLevel > covered ? getLevelRow(state.plan, takenLevel).rateBp : 0
    if (rateBp > coveredBp) {
      covered = takenLevel
      coveredBp = rateBp
      passedCount = 0
      append(member, depth)
    } else if (depth < 2) {
      append(member, depth)
    } else {
      passedOver[depth % MAX_PASSED_OVER] = member
      passedCount++
    }
  }
  for (let position = depth - Math.min(passedCount, MAX_PASSED_OVER); position < depth; position++)
    append(passedOver[position % MAX_PASSED_OVER] as number, position)
  append(payee, depth)
  return condensed
}

/** The highest rate among the eligible members of a path before its last member, and that member. */
export function findCovered(state: LiveState, { path }: CondensedPath): { rateBp: number; by: number | undefined } {
  let covered: { rateBp: number; by: number | undefined } = { rateBp: 0, by: undefined }
  for (const { member, active, level } of path.slice(0, -1)) {
    const { rateBp } = getLevelRow(state.plan, level)
    if (active && rateBp > covered.rateBp) covered = { rateBp, by: member }
  }
  return covered
}
