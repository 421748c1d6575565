import { levelRow } from '../../network/plan.ts'
import type { PathMember } from '../line.ts'
import type { LiveState } from './state.ts'

/** Of those passed over right before a member as many are named; a path can be a million long. */
const MOST_NAMED = 20

/** A way up an order's path, as `stepsOf` takes it, and how far above the credited member each of it is. */
export type WayUp = { path: PathMember[]; depths: number[] }

/**
 * The path from a credited member to one above that decides what that one is paid: the credited member, their sponsor
 * (of the direct line), everybody with a higher level than all before, and the last of those passed over. Whoever is
 * left out is paid nothing and covers nothing, so that the steps are the same as of the whole path.
 */
export function wayUp(state: LiveState, credited: number, to: number): WayUp {
  const way: WayUp = { path: [], depths: [] }
  let passedOver: [member: number, depth: number][] = []
  let covered = 0
  const keep = (member: number, depth: number) => {
    way.path.push({ member, active: state.active[member] === 1, level: Math.max(1, state.taken[member] as number) })
    way.depths.push(depth)
  }
  let depth = 0
  for (let member = credited; member !== to; member = state.sponsor[member] as number, depth++) {
    const taken = state.taken[member] as number
    if (taken > covered) {
      covered = taken
      passedOver = []
      keep(member, depth)
    } else if (depth < 2) {
      keep(member, depth)
    } else {
      passedOver.push([member, depth])
      if (passedOver.length > MOST_NAMED) passedOver.shift()
    }
  }
  for (const [member, at] of passedOver) keep(member, at)
  keep(to, depth)
  return way
}

/** The highest rate among the eligible of a path before its last, and whose it is. */
export function coveredBefore(state: LiveState, { path }: WayUp): { rateBp: number; by: number | undefined } {
  let covered: { rateBp: number; by: number | undefined } = { rateBp: 0, by: undefined }
  for (const { member, active, level } of path.slice(0, -1)) {
    const { rateBp } = levelRow(state.plan, level)
    if (active && rateBp > covered.rateBp) covered = { rateBp, by: member }
  }
  return covered
}
