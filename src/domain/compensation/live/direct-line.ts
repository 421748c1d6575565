import { slices } from '../month/run-month.ts'
import type { LiveState } from './state.ts'

/**
 * Computes the direct lines of a month that is being loaded, each ordered by index, and the position at which a
 * depth-first walk from the top enters each member: the downline of a member is entered within that member's interval.
 */
export function* directLineOf(
  state: LiveState,
  childrenFirst: Int32Array,
  slice: number,
): Generator<void, LiveState['loaded']> {
  const { members } = state
  const sponsor = state.sponsor.subarray(0, members)
  const from = new Int32Array(members + 1)
  for (const above of sponsor) if (above !== -1) from[above + 1] = (from[above + 1] as number) + 1
  for (let member = 0; member < members; member++) {
    from[member + 1] = (from[member + 1] as number) + (from[member] as number)
  }
  yield
  const directLine = new Int32Array(from[members] as number)
  const next = from.slice(0, members)
  for (let member = 0; member < members; member++) {
    const above = sponsor[member] as number
    if (above === -1) continue
    const at = next[above] as number
    directLine[at] = member
    next[above] = at + 1
  }
  yield

  const below = state.downline.slice(0, members)
  const entered = new Int32Array(members)
  // Position of each member's next leg; at first no member has one.
  const cursor = next
  let top = 0
  for (const [start, end] of slices(members, slice)) {
    for (let n = start; n < end; n++) {
      const member = childrenFirst[members - 1 - n] as number
      const above = sponsor[member] as number
      const at = above === -1 ? top : (cursor[above] as number)
      entered[member] = at
      cursor[member] = at + 1
      const after = at + 1 + (below[member] as number)
      if (above === -1) top = after
      else cursor[above] = after
    }
    yield
  }
  return { members, from, directLine, entered, below }
}

/** The size of a member's direct line. */
export const countDirectLine = ({ loaded, enrolled }: LiveState, member: number): number =>
  countLoaded(loaded, member) + (enrolled.get(member)?.length ?? 0)

const countLoaded = ({ members, from }: LiveState['loaded'], member: number): number =>
  member < members ? (from[member + 1] as number) - (from[member] as number) : 0

/** The nth member of the direct line by time of enrollment; −1 past the last. */
export function directLineAt({ loaded, enrolled }: LiveState, member: number, nth: number): number {
  const count = countLoaded(loaded, member)
  if (nth < count) return loaded.directLine[(loaded.from[member] as number) + nth] as number
  return enrolled.get(member)?.[nth - count] ?? -1
}

/** The position of a member in the sponsor's direct line, where indexes are ascending. */
export function nthOfDirectLine(state: LiveState, sponsor: number, member: number): number {
  let low = 0
  let high = countDirectLine(state, sponsor)
  while (low < high) {
    const middle = (low + high) >> 1
    if (directLineAt(state, sponsor, middle) < member) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns whether a member is in another's downline, at any depth; no member is in their own. */
export function isBelow({ loaded, sponsor }: LiveState, member: number, above: number): boolean {
  // Members enrolled since the load have only such members below them.
  let at = member
  while (at >= loaded.members && at !== -1) {
    at = sponsor[at] as number
    if (at === above) return true
  }
  if (at === -1 || above >= loaded.members) return false
  const distance = (loaded.entered[at] as number) - (loaded.entered[above] as number)
  if (at === above) return false
  return distance > 0 && distance <= (loaded.below[above] as number)
}
