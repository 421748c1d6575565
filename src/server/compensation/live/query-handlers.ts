import type { Month } from '#domain/calendar/month.ts'
import { computeBonusFromLeg, findLegs } from '#domain/compensation/live/bonus-from-leg.ts'
import { countQualifyingLegs, type LiveCard, readCard } from '#domain/compensation/live/card.ts'
import { findLargeLegs, findLargeOrders } from '#domain/compensation/live/concentration.ts'
import { countDirectLine, getDirectLineMember, isBelow } from '#domain/compensation/live/direct-line.ts'
import { findLines, type LiveLine } from '#domain/compensation/live/lines.ts'
import type { LiveState } from '#domain/compensation/live/state.ts'
import {
  computeVolumes,
  type GroupVolume,
  type MonthVolumes,
  type ReturnedVolume,
} from '#domain/compensation/live/volume-shares.ts'
import type { Scope } from '#domain/compensation/live/walk.ts'
import { getLevelRow, getRate, LEVEL_CODES, type LevelCode } from '#domain/compensation/plan/plan.ts'
import { buildConditions, type Condition } from '#domain/compensation/rules/compute-level.ts'
import type { CachedMonth } from './cached-month.ts'
import { explainOrderMoney, type OrderMoney } from './explain-order-money.ts'
import { exploreTree, type TreeFigures, type TreeQuery } from './explore-tree.ts'
import type { DifferenceFigures } from './present-month-diff.ts'
import type { PlannedReturn, PreviewFigures } from './preview-order.ts'

/** Maximum number of members listed of a path from the top; it can be a million long. */
const MAX_PATH = 50
/** Members searched for a page of lines: a few milliseconds. */
const MAX_SEARCHED_MEMBERS = 50_000

/** A member's month with the requirements of the next level. */
export type CardDetails = LiveCard & {
  rateBp: number
  conditions: Condition[]
  next: { level: LevelCode; rateBp: number; conditions: Condition[] } | undefined
}
export type LegFigures = {
  id: number
  depth: number
  level: number
  personalPv: number
  groupPv: number
  totalSalesCents: number
  directLine: number
  downline: number
}
/** Cursor of a list of lines: ids of the credited member and of the order. */
export type LineCursor = { memberId: number; orderId: number }
export type LineFigures = Omit<LiveLine, 'order' | 'credited' | 'coveredBy' | 'passedOver'> & {
  orderId: number
  creditedId: number
  customer: boolean
  pv: number
  coveredById: number | undefined
  passedOver: { id: number; depth: number; reason: LiveLine['reason'] }[]
}

/** For an order, its cents and the credited member; for a leg, its points and its first member. */
export type LargeShare = { id: number; memberId: number; amount: number; shareBp: number }

/** Uses database ids; undefined means no member. */
export type MemberReturnedVolume = Omit<ReturnedVolume, 'member'> & { memberId: number | undefined }
export type GroupVolumeOfMember = Omit<GroupVolume, 'member'> & { memberId: number }
export type GroupCursor = Pick<GroupVolumeOfMember, 'soldCents' | 'memberId'>

/** Best level of an eligible member of a leg, 0 without one, and what its orders pay the member above it. */
export type LegContribution = { id: number; bestLevel: number; directLineCents: number; differentialCents: number }
export type RemainingLegs = Omit<LegContribution, 'id' | 'bestLevel'> & {
  count: number
  groupPv: number
  bestLevels: number[]
}

/** Queries of a live month; every result is limited to the member's own downline. */
export type LiveQueries = {
  card: { input: { memberId: number }; result: CardDetails | undefined }
  directLine: {
    input: { memberId: number; offset: number; limit: number }
    result: { legs: LegFigures[]; count: number }
  }
  /** Undefined for a user who is not in the member's downline. */
  legs: {
    input: { memberId: number; ofId: number; offset: number; limit: number }
    result: { path: LegFigures[]; legs: LegFigures[]; count: number } | undefined
  }
  /**
   * A member with the path to the top and a page of the direct line, or those at the top; undefined if the month does
   * not have the member.
   */
  tree: { input: TreeQuery; result: TreeFigures | undefined }
  /** The month's payment to each of these members, in cents, in order; 0 for members who are not in it. */
  bonuses: { input: { memberIds: number[] }; result: number[] }
  /** Orders and legs with at least a share of the month, in basis points. */
  large: {
    input: { orderBp: number; legBp: number }
    result: { orders: LargeShare[]; legs: (LargeShare & { sponsorId: number })[] }
  }
  /** The month's volume by source, of all and of the next groups; the caller provides the returns. */
  volumes: {
    input: { back: MemberReturnedVolume[]; after: GroupCursor | undefined; limit: number }
    result: { company: MonthVolumes['company']; groups: GroupVolumeOfMember[] }
  }
  /** An order's payees, and why others get nothing; undefined while the month does not have it. */
  orderMoney: { input: { orderId: number; most: number }; result: OrderMoney | undefined }
  /** The given members who are in the member's downline. */
  below: { input: { memberId: number; ids: number[]; limit: number }; result: LegFigures[] }
  /** The contribution of each leg, and the best level in it; sums for those beyond `limit`. */
  legSums: {
    input: { memberId: number; limit: number }
    result: { legs: LegContribution[]; further: RemainingLegs | undefined }
  }
  /** The legs that some downline members are in; 0 for members who are in none. */
  legsAbove: { input: { memberId: number; ids: number[] }; result: number[] }
  lines: {
    input: { memberId: number; scope: Scope; paid: boolean; after: LineCursor | undefined; limit: number }
    result: { lines: LineFigures[]; next: LineCursor | undefined }
  }
  /** Changes since an instant; at most `limit` in each list. */
  difference: { input: { memberId: number; since: number; limit: number }; result: DifferenceFigures }
  /** The effect of a return on every member's month; undefined while the month does not have the order. */
  preview: { input: { planned: PlannedReturn }; result: PreviewFigures | undefined }
}
export type LiveQueryName = keyof LiveQueries
export type LiveQuery<Name extends LiveQueryName> = LiveQueries[Name]['input'] & { name: Name; month: Month }

/** Handlers that need the month alone; the other queries also need the change log. */
type QueryHandlers = {
  [Name in Exclude<LiveQueryName, 'difference' | 'preview'>]: (
    month: CachedMonth,
    input: LiveQueries[Name]['input'],
  ) => LiveQueries[Name]['result']
}

export const queryHandlers: QueryHandlers = {
  card({ live: { state }, members }, { memberId }) {
    const member = members.indexOf(memberId)
    return member === -1 ? undefined : buildCardDetails(state, member)
  },

  directLine(month, { memberId, offset, limit }) {
    const member = month.members.indexOf(memberId)
    return member === -1 ? { legs: [], count: 0 } : readDirectLine(month, member, 1, { offset, limit })
  },

  legs(month, { memberId, ofId, offset, limit }) {
    const { live, members } = month
    const member = members.indexOf(memberId)
    const target = members.indexOf(ofId)
    if (member === -1 || target === -1) return ofId === memberId ? { path: [], legs: [], count: 0 } : undefined
    if (target !== member && !isBelow(live.state, target, member)) return undefined
    const pathUp: number[] = []
    for (let current = target; current !== member; current = live.state.sponsor[current] as number) pathUp.push(current)
    const path = pathUp
      .slice(0, MAX_PATH)
      .map((current, steps) => toLegFigures(month, current, pathUp.length - steps))
      .reverse()
    return { path, ...readDirectLine(month, target, pathUp.length + 1, { offset, limit }) }
  },

  below(month, { memberId, ids, limit }) {
    const { live, members } = month
    const member = members.indexOf(memberId)
    if (member === -1) return []
    return ids
      .map((id) => members.indexOf(id))
      .filter((index) => index !== -1 && isBelow(live.state, index, member))
      .slice(0, limit)
      .map((index) => toLegFigures(month, index, computeDepth(live.state, index, member)))
  },

  tree: exploreTree,

  orderMoney: explainOrderMoney,

  bonuses({ live: { state }, members }, { memberIds }) {
    return memberIds.map((id) => {
      const member = members.indexOf(id)
      return member === -1 ? 0 : readCard(state, member).totalBonusCents
    })
  },

  large({ live: { state }, members, orders }, { orderBp, legBp }) {
    return {
      orders: findLargeOrders(state, orderBp).map(({ index, ...share }) => ({
        ...share,
        id: orders.at(index),
        memberId: members.at(state.credited[index] as number),
      })),
      legs: findLargeLegs(state, legBp).map(({ index, ...share }) => ({
        ...share,
        id: members.at(index),
        memberId: members.at(index),
        sponsorId: members.at(state.sponsor[index] as number),
      })),
    }
  },

  volumes(month, { back, after, limit }) {
    const { members } = month
    const indexOf = (memberId: number | undefined) => (memberId === undefined ? -1 : members.indexOf(memberId))
    const { company, groups } = readMonthVolumes(month, () =>
      back.map(({ memberId, ...rest }) => ({ ...rest, member: indexOf(memberId) })),
    )
    const page = groups(after && { soldCents: after.soldCents, member: indexOf(after.memberId) }, limit)
    return { company, groups: page.map(({ member, ...group }) => ({ ...group, memberId: members.at(member) })) }
  },

  legSums(month, { memberId, limit }) {
    const member = month.members.indexOf(memberId)
    return member === -1 ? { legs: [], further: undefined } : sumLegs(month, member, limit)
  },

  legsAbove({ live: { state }, members }, { memberId, ids }) {
    const member = members.indexOf(memberId)
    const legs = findLegs(
      state,
      member,
      ids.map((id) => members.indexOf(id)),
    )
    return legs.map((leg) => (leg === -1 ? 0 : members.at(leg)))
  },

  lines({ month, live: { state }, members, orders }, { memberId, scope, paid, after, limit }) {
    const member = members.indexOf(memberId)
    const start = after && resolveCursor({ state, members, orders }, member, after)
    if (member === -1 || (after && !start)) return { lines: [], next: undefined }
    const { lines, next } = findLines(state, month, member, {
      scope,
      paid,
      after: start,
      limit,
      searchLimit: MAX_SEARCHED_MEMBERS,
    })
    return {
      lines: lines.map(({ order, credited, coveredBy, passedOver, ...line }) => ({
        ...line,
        orderId: orders.at(order),
        creditedId: members.at(credited),
        customer: state.customer[order] === 1,
        pv: state.pv[order] as number,
        coveredById: coveredBy === undefined ? undefined : members.at(coveredBy),
        passedOver: passedOver.map(({ member: index, depth, reason }) => ({ id: members.at(index), depth, reason })),
      })),
      next: next && { memberId: members.at(next.credited), orderId: next.order === -1 ? 0 : orders.at(next.order) },
    }
  },
}

/** The volumes of a closed month do not change, and are cached as long as the month. */
const frozenVolumes = new WeakMap<CachedMonth, MonthVolumes>()

function readMonthVolumes(month: CachedMonth, getReturns: () => ReturnedVolume[]): MonthVolumes {
  const cached = frozenVolumes.get(month)
  if (cached) return cached
  const volumes = computeVolumes(month.live.state, getReturns())
  if (month.frozen) frozenVolumes.set(month, volumes)
  return volumes
}

/** Undefined for ids outside of the member's downline: a list continues only at a valid cursor. */
function resolveCursor(
  { state, members, orders }: { state: LiveState } & Pick<CachedMonth, 'members' | 'orders'>,
  member: number,
  { memberId, orderId }: LineCursor,
): { credited: number; order: number } | undefined {
  const credited = members.indexOf(memberId)
  const order = orderId === 0 ? -1 : orders.indexOf(orderId)
  if (credited === -1 || (credited !== member && !isBelow(state, credited, member))) return undefined
  if (orderId !== 0 && (order === -1 || state.credited[order] !== credited)) return undefined
  return { credited, order }
}

function readDirectLine(
  month: CachedMonth,
  target: number,
  depth: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const { state } = month.live
  const count = countDirectLine(state, target)
  const legs: LegFigures[] = []
  for (let steps = offset; steps < Math.min(count, offset + limit); steps++) {
    legs.push(toLegFigures(month, getDirectLineMember(state, target, steps), depth))
  }
  return { legs, count }
}

function toLegFigures({ live: { state }, members }: CachedMonth, index: number, depth: number): LegFigures {
  return {
    id: members.at(index),
    depth,
    level: Math.max(1, state.takenLevel[index] as number),
    personalPv: state.personalPv[index] as number,
    groupPv: state.groupPv[index] as number,
    totalSalesCents: state.totalSalesCents[index] as number,
    directLine: countDirectLine(state, index),
    downline: state.downline[index] as number,
  }
}

function sumLegs({ live: { state }, members }: CachedMonth, member: number, limit: number) {
  const legs: LegContribution[] = []
  const further = {
    count: 0,
    groupPv: 0,
    directLineCents: 0,
    differentialCents: 0,
    bestLevels: Array<number>(10).fill(0),
  }
  const count = countDirectLine(state, member)
  for (let steps = 0; steps < count; steps++) {
    const index = getDirectLineMember(state, member, steps)
    const contribution = computeBonusFromLeg(state, index)
    const bestLevel = state.bestLegLevel[index] as number
    if (steps < limit) {
      legs.push({ id: members.at(index), bestLevel, ...contribution })
    } else {
      further.count++
      further.groupPv += state.groupPv[index] as number
      further.directLineCents += contribution.directLineCents
      further.differentialCents += contribution.differentialCents
      further.bestLevels[bestLevel] = (further.bestLevels[bestLevel] as number) + 1
    }
  }
  return { legs, further: further.count > 0 ? further : undefined }
}

function computeDepth({ sponsor }: LiveState, index: number, member: number): number {
  let depth = 0
  for (let current = index; current !== member; current = sponsor[current] as number) depth++
  return depth
}

function buildCardDetails(state: LiveState, member: number): CardDetails {
  const card = readCard(state, member)
  const readConditions = (code: number) => {
    const row = getLevelRow(state.plan, code)
    return buildConditions(row, card, countQualifyingLegs(state, member, row.legLevel))
  }
  const next = card.active ? LEVEL_CODES.find((code) => code === card.level + 1) : undefined
  return {
    ...card,
    rateBp: getRate(state.plan, card),
    conditions: readConditions(card.level),
    next: next && { level: next, rateBp: getLevelRow(state.plan, next).rateBp, conditions: readConditions(next) },
  }
}
