import type { LiveState } from './state.ts'

/**
 * The union of the paths from members of a downline up to the member above them; a member on several paths counts once.
 */
export type PathUnion = {
  /** The member above first; no member precedes their sponsor. */
  readonly members: readonly number[]
  /** Returns the depth of a downline member below the member above, and adds their path to the union. */
  depthOf(member: number): number
}

export function startPathUnion(
  { sponsor, members: count }: Pick<LiveState, 'sponsor' | 'members'>,
  top: number,
): PathUnion {
  /** The depth plus one; 0 for members that are on none of the paths. */
  const depthPlusOne = new Int32Array(count)
  const members = [top]
  depthPlusOne[top] = 1
  return {
    members,
    depthOf(member) {
      const path: number[] = []
      let current = member
      for (; depthPlusOne[current] === 0; current = sponsor[current] as number) path.push(current)
      let depth = depthPlusOne[current] as number
      for (const next of path.reverse()) {
        depthPlusOne[next] = ++depth
        members.push(next)
      }
      return (depthPlusOne[member] as number) - 1
    },
  }
}
