import { slices } from '../month/run-month.ts'
import type { LiveState } from './state.ts'

/**
 * Computes the direct lines of a month that is being loaded, each ordered by index, and the position at which a
 * depth-first walk from the top enters each member: the downline of a member is entered within that member's interval.
 */
export function* loadDirectLines(
  state: LiveState,
  childrenFirst: Int32Array,
  slice: number,
): Generator<void, LiveState['loaded']> {
  const { members } = state
  const sponsor = state.sponsor.subarray(0, members)
  const offsets = new Int32Array(members + 1)
  for (const ancestor of sponsor) if (ancestor !== -1) offsets[ancestor + 1] = (offsets[ancestor + 1] as number) + 1
  for (let member = 0; member < members; member++) {
    offsets[member + 1] = (offsets[member + 1] as number) + (offsets[member] as number)
  }
  yield
  const directLine = new Int32Array(offsets[members] as number)
  const next = offsets.slice(0, members)
  for (let member = 0; member < members; member++) {
    const ancestor = sponsor[member] as number
    if (ancestor === -1) continue
    const position = next[ancestor] as number
    directLine[position] = member
    next[ancestor] = position + 1
  }
  yield

  const downlineSizes = state.downline.slice(0, members)
  const entryPositions = new Int32Array(members)
  // Position of each member's next leg; at first no member has one.
  const cursor = next
  let nextTop = 0
  for (const [start, end] of slices(members, slice)) {
    for (let n = start; n < end; n++) {
      const member = childrenFirst[members - 1 - n] as number
      const ancestor = sponsor[member] as number
      const position = ancestor === -1 ? nextTop : (cursor[ancestor] as number)
      entryPositions[member] = position
      cursor[member] = position + 1
      const nextPosition = position + 1 + (downlineSizes[member] as number)
      if (ancestor === -1) nextTop = nextPosition
      else cursor[ancestor] = nextPosition
    }
    yield
  }
  return { members, offsets, directLine, entryPositions, downlineSizes }
}

/** The size of a member's direct line. */
export const countDirectLine = ({ loaded, enrolled }: LiveState, member: number): number =>
  countLoaded(loaded, member) + (enrolled.get(member)?.length ?? 0)

const countLoaded = ({ members, offsets }: LiveState['loaded'], member: number): number =>
  member < members ? (offsets[member + 1] as number) - (offsets[member] as number) : 0

/** The nth member of the direct line by time of enrollment; −1 past the last. */
export function getDirectLineMember({ loaded, enrolled }: LiveState, member: number, nth: number): number {
  const count = countLoaded(loaded, member)
  if (nth < count) return loaded.directLine[(loaded.offsets[member] as number) + nth] as number
  return enrolled.get(member)?.[nth - count] ?? -1
}

/** The position of a member in the sponsor's direct line, where indexes are ascending. */
export function findDirectLinePosition(state: LiveState, sponsor: number, member: number): number {
  let low = 0
  let high = countDirectLine(state, sponsor)
  while (low < high) {
    const middle = (low + high) >> 1
    if (getDirectLineMember(state, sponsor, middle) < member) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns whether a member is in another's downline, at any depth; no member is in their own. */
export function isBelow({ loaded, sponsor }: LiveState, member: number, ancestor: number): boolean {
  // Members enrolled since the load have only members below them who enrolled later still.
  let position = member
  while (position >= loaded.members && position !== -1) {
    position = sponsor[position] as number
    if (position === ancestor) return true
  }
  if (position === -1 || ancestor >= loaded.members) return false
  const distance = (loaded.entryPositions[position] as number) - (loaded.entryPositions[ancestor] as number)
  if (position === ancestor) return false
  return distance > 0 && distance <= (loaded.downlineSizes[ancestor] as number)
}
