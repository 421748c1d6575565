import { readCard } from '#domain/compensation/live/card.ts'
import { countDirectLine, findDirectLinePosition, getDirectLineMember } from '#domain/compensation/live/direct-line.ts'
import type { LiveState } from '#domain/compensation/live/state.ts'
import type { CachedMonth } from './cached-month.ts'

/** Maximum number of members listed of a path to the top, nearest first; it can be a million long. */
export const MAX_NAMED_PATH = 50

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
    const { found: indexes, count } = findTopMembers(state, after, limit + 1)
    return { member: undefined, path: [], pathMore: false, ...toPage(cached, indexes, count, limit) }
  }
  const target = members.indexOf(ofId)
  if (target === -1) return undefined
  const pathUp: number[] = []
  let ancestor = state.sponsor[target] as number
  for (; ancestor !== -1 && pathUp.length < MAX_NAMED_PATH; ancestor = state.sponsor[ancestor] as number)
    pathUp.push(ancestor)
  return {
    member: toTreeMember(cached, target),
    path: pathUp.reverse().map((index) => toTreeMember(cached, index)),
    pathMore: ancestor !== -1,
    ...toPage(cached, findLegsAfter(state, target, after, limit + 1), countDirectLine(state, target), limit),
  }
}

function toPage(cached: CachedMonth, indexes: readonly number[], count: number, limit: number) {
  return {
    legs: indexes.slice(0, limit).map((index) => toTreeMember(cached, index)),
    legsCount: { count, more: false },
    more: indexes.length > limit,
  }
}

function findLegsAfter(state: LiveState, target: number, after: number, limit: number): number[] {
  const first = after === -1 ? 0 : findDirectLinePosition(state, target, after)
  const legs: number[] = []
  for (let nth = first; legs.length < limit; nth++) {
    const index = getDirectLineMember(state, target, nth)
    if (index === -1) break
    if (index !== after) legs.push(index)
  }
  return legs
}

/** A scan of all members’ sponsors: a millisecond for a million. */
function findTopMembers({ sponsor, members }: LiveState, after: number, limit: number) {
  const indexes: number[] = []
  let count = 0
  for (let index = 0; index < members; index++) {
    if (sponsor[index] !== -1) continue
    count++
    if (index > after && indexes.length < limit) indexes.push(index)
  }
  return { found: indexes, count }
}

function toTreeMember({ live: { state }, members }: CachedMonth, index: number): TreeMember {
  const { active, level, personalPv, customerPv, groupPv, totalSalesCents, totalBonusCents } = readCard(state, index)
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
