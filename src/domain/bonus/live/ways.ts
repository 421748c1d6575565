import type { LiveState } from './state.ts'

/** The ways from members of a downline up to the member above them; whoever is on several of them is there once. */
export type Ways = {
  /** The member above first, nobody before their sponsor. */
  readonly members: readonly number[]
  /** How far below the member above somebody of the downline is; their way is one of the ways from then on. */
  depthOf(member: number): number
}

export function startWays({ sponsor, members: count }: Pick<LiveState, 'sponsor' | 'members'>, top: number): Ways {
  /** One more than the depth; 0 for who is on none of the ways. */
  const reached = new Int32Array(count)
  const members = [top]
  reached[top] = 1
  return {
    members,
    depthOf(member) {
      const way: number[] = []
      let at = member
      for (; reached[at] === 0; at = sponsor[at] as number) way.push(at)
      let depth = reached[at] as number
      for (const next of way.reverse()) {
        reached[next] = ++depth
        members.push(next)
      }
      return (reached[member] as number) - 1
    },
  }
}
