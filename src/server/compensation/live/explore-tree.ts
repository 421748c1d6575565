import { cardOf } from '#domain/compensation/live/card.ts'
import { countDirectLine, directLineAt, nthOfDirectLine } from '#domain/compensation/live/direct-line.ts'
import type { LiveState } from '#domain/compensation/live/state.ts'
import type { CachedMonth } from './cached-month.ts'

/** The most members listed of a path to the top, the nearest; it can be a million long. */
export const LONGEST_NAMED_PATH = 50

/** Database ids; an undefined `ofId` means the top, where nobody has a sponsor. */
export type TreeQuery = { ofId: number | undefined; afterId: number | undefined; limit: number }
export type TreeMember = {
  id: number
  active: boolean
  level: number
  personalPv: number
  customerPv: number
  groupPv: number
  totalSalesCents: number
  totalBonusCents: number
  directLine: { count: number; more: boolean }
  downline: number | undefined
}
export type TreeFigures = {
  member: TreeMember | undefined
  /** From the top down to the sponsor. */
  path: TreeMember[]
  pathMore: boolean
  legs: TreeMember[]
  legsCount: { count: number; more: boolean }
  more: boolean
}

export function exploreTree(cached: CachedMonth, { ofId, afterId, limit }: TreeQuery): TreeFigures | undefined {
  const { live, members } = cached
  const { state } = live
  const after = afterId === undefined ? -1 : members.indexOf(afterId)
  if (ofId === undefined) {
    const { found, count } = atTop(state, after, limit + 1)
    return { member: undefined, path: [], pathMore: false, ...pageOf(cached, found, count, limit) }
  }
  const of = members.indexOf(ofId)
  if (of === -1) return undefined
  const upward: number[] = []
  let above = state.sponsor[of] as number
  for (; above !== -1 && upward.length < LONGEST_NAMED_PATH; above = state.sponsor[above] as number) upward.push(above)
  return {
    member: memberOf(cached, of),
    path: upward.reverse().map((index) => memberOf(cached, index)),
    pathMore: above !== -1,
    ...pageOf(cached, legsAfter(state, of, after, limit + 1), countDirectLine(state, of), limit),
  }
}

function pageOf(cached: CachedMonth, found: readonly number[], count: number, limit: number) {
  return {
    legs: found.slice(0, limit).map((index) => memberOf(cached, index)),
    legsCount: { count, more: false },
    more: found.length > limit,
  }
}

function legsAfter(state: LiveState, of: number, after: number, limit: number): number[] {
  const first = after === -1 ? 0 : nthOfDirectLine(state, of, after)
  const legs: number[] = []
  for (let nth = first; legs.length < limit; nth++) {
    const index = directLineAt(state, of, nth)
    if (index === -1) break
    if (index !== after) legs.push(index)
  }
  return legs
}

/** A scan of all members’ sponsors: a millisecond for a million. */
function atTop({ sponsor, members }: LiveState, after: number, limit: number) {
  const found: number[] = []
  let count = 0
  for (let index = 0; index < members; index++) {
    if (sponsor[index] !== -1) continue
    count++
    if (index > after && found.length < limit) found.push(index)
  }
  return { found, count }
}

function memberOf({ live: { state }, members }: CachedMonth, index: number): TreeMember {
  const { active, level, personalPv, customerPv, groupPv, totalSalesCents, totalBonusCents } = cardOf(state, index)
  return {
    id: members.at(index),
    active,
    level,
    personalPv,
    customerPv,
    groupPv,
    totalSalesCents,
    totalBonusCents,
    directLine: { count: countDirectLine(state, index), more: false },
    downline: state.downline[index] as number,
  }
}
