import type { Month } from '#domain/calendar/month.ts'
import { bonusFromLeg, legsOver } from '#domain/compensation/live/bonus-from-leg.ts'
import { cardOf, type LiveCard, legsWith } from '#domain/compensation/live/card.ts'
import { largeLegs, largeOrders } from '#domain/compensation/live/concentration.ts'
import { countDirectLine, directLineAt, isBelow } from '#domain/compensation/live/direct-line.ts'
import { type LiveLine, linesOf } from '#domain/compensation/live/lines.ts'
import type { LiveState } from '#domain/compensation/live/state.ts'
import {
  type GroupVolume,
  type MonthVolumes,
  type ReturnedVolume,
  volumesOf,
} from '#domain/compensation/live/volume-shares.ts'
import type { Scope } from '#domain/compensation/live/walk.ts'
import { LEVEL_CODES, type LevelCode, levelRow, rateOf } from '#domain/compensation/plan/plan.ts'
import { type Condition, conditionsAt } from '#domain/compensation/rules/level-of.ts'
import type { CachedMonth } from './cached-month.ts'
import { exploreTree, type TreeFigures, type TreeQuery } from './explore-tree.ts'
import { type OrderMoney, orderMoney } from './order-money.ts'
import type { DifferenceFigures } from './present-month-diff.ts'
import type { PlannedReturn, PreviewFigures } from './preview-order.ts'

/** The most members listed of a path from the top; it can be a million long. */
const LONGEST_PATH = 50
/** Members searched for a page of lines: a few milliseconds. */
const LOOKED_AT = 50_000

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
export type LineAfter = { memberId: number; orderId: number }
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
export type GroupAfterId = Pick<GroupVolumeOfMember, 'soldCents' | 'memberId'>

/** Best level of an eligible member of a leg, 0 without one, and what its orders pay the member above it. */
export type LegBrings = { id: number; bestLevel: number; directLineCents: number; differentialCents: number }
export type FurtherLegs = Omit<LegBrings, 'id' | 'bestLevel'> & { count: number; groupPv: number; bestLevels: number[] }

/** The questions that a live month answers; every answer is limited to the member's own downline. */
export type Questions = {
  card: { ask: { memberId: number }; answer: CardDetails | undefined }
  directLine: {
    ask: { memberId: number; offset: number; limit: number }
    answer: { legs: LegFigures[]; count: number }
  }
  /** Undefined for a user who is not in the member's downline. */
  legs: {
    ask: { memberId: number; ofId: number; offset: number; limit: number }
    answer: { path: LegFigures[]; legs: LegFigures[]; count: number } | undefined
  }
  /**
   * A member with the path to the top and a page of the direct line, or those at the top; undefined if the month does
   * not have the member.
   */
  tree: { ask: TreeQuery; answer: TreeFigures | undefined }
  /** The month's payment to each of these members, in cents, in order; 0 for members who are not in it. */
  bonuses: { ask: { memberIds: number[] }; answer: number[] }
  /** Orders and legs with at least a share of the month, in basis points. */
  large: {
    ask: { orderBp: number; legBp: number }
    answer: { orders: LargeShare[]; legs: (LargeShare & { sponsorId: number })[] }
  }
  /** The month's volume by source, of all and of the next groups; the caller provides the returns. */
  volumes: {
    ask: { back: MemberReturnedVolume[]; after: GroupAfterId | undefined; limit: number }
    answer: { company: MonthVolumes['company']; groups: GroupVolumeOfMember[] }
  }
  /** An order's payees, and why others get nothing; undefined while the month does not have it. */
  orderMoney: { ask: { orderId: number; most: number }; answer: OrderMoney | undefined }
  /** The given members who are in the member's downline. */
  below: { ask: { memberId: number; ids: number[]; limit: number }; answer: LegFigures[] }
  /** The contribution of each leg, and the best level in it; sums for those beyond `limit`. */
  legSums: { ask: { memberId: number; limit: number }; answer: { legs: LegBrings[]; further: FurtherLegs | undefined } }
  /** The legs that some downline members are in; 0 for members who are in none. */
  legsAbove: { ask: { memberId: number; ids: number[] }; answer: number[] }
  lines: {
    ask: { memberId: number; scope: Scope; paid: boolean; after: LineAfter | undefined; limit: number }
    answer: { lines: LineFigures[]; next: LineAfter | undefined }
  }
  /** Changes since an instant; at most `limit` in each list. */
  difference: { ask: { memberId: number; since: number; limit: number }; answer: DifferenceFigures }
  /** The effect of a return on every member's month; undefined while the month does not have the order. */
  preview: { ask: { planned: PlannedReturn }; answer: PreviewFigures | undefined }
}
export type QuestionName = keyof Questions
export type Question<Name extends QuestionName> = Questions[Name]['ask'] & { name: Name; month: Month }

/** Answers from the month alone; the others also need the change log. */
type Answers = {
  [Name in Exclude<QuestionName, 'difference' | 'preview'>]: (
    month: CachedMonth,
    ask: Questions[Name]['ask'],
  ) => Questions[Name]['answer']
}

export const answers: Answers = {
  card({ live: { state }, members }, { memberId }) {
    const member = members.indexOf(memberId)
    return member === -1 ? undefined : cardDetailsOf(state, member)
  },

  directLine(month, { memberId, offset, limit }) {
    const member = month.members.indexOf(memberId)
    return member === -1 ? { legs: [], count: 0 } : directLineOf(month, member, 1, { offset, limit })
  },

  legs(month, { memberId, ofId, offset, limit }) {
    const { live, members } = month
    const member = members.indexOf(memberId)
    const of = members.indexOf(ofId)
    if (member === -1 || of === -1) return ofId === memberId ? { path: [], legs: [], count: 0 } : undefined
    if (of !== member && !isBelow(live.state, of, member)) return undefined
    const upward: number[] = []
    for (let at = of; at !== member; at = live.state.sponsor[at] as number) upward.push(at)
    const path = upward
      .slice(0, LONGEST_PATH)
      .map((at, above) => legOf(month, at, upward.length - above))
      .reverse()
    return { path, ...directLineOf(month, of, upward.length + 1, { offset, limit }) }
  },

  below(month, { memberId, ids, limit }) {
    const { live, members } = month
    const member = members.indexOf(memberId)
    if (member === -1) return []
    return ids
      .map((id) => members.indexOf(id))
      .filter((index) => index !== -1 && isBelow(live.state, index, member))
      .slice(0, limit)
      .map((index) => legOf(month, index, depthBelow(live.state, index, member)))
  },

  tree: exploreTree,

  orderMoney,

  bonuses({ live: { state }, members }, { memberIds }) {
    return memberIds.map((id) => {
      const member = members.indexOf(id)
      return member === -1 ? 0 : cardOf(state, member).totalBonusCents
    })
  },

  large({ live: { state }, members, orders }, { orderBp, legBp }) {
    return {
      orders: largeOrders(state, orderBp).map(({ index, ...share }) => ({
        ...share,
        id: orders.at(index),
        memberId: members.at(state.credited[index] as number),
      })),
      legs: largeLegs(state, legBp).map(({ index, ...share }) => ({
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
    const { company, groups } = volumesOfMonth(month, () =>
      back.map(({ memberId, ...rest }) => ({ ...rest, member: indexOf(memberId) })),
    )
    const found = groups(after && { soldCents: after.soldCents, member: indexOf(after.memberId) }, limit)
    return { company, groups: found.map(({ member, ...group }) => ({ ...group, memberId: members.at(member) })) }
  },

  legSums(month, { memberId, limit }) {
    const member = month.members.indexOf(memberId)
    return member === -1 ? { legs: [], further: undefined } : legSumsOf(month, member, limit)
  },

  legsAbove({ live: { state }, members }, { memberId, ids }) {
    const member = members.indexOf(memberId)
    const legs = legsOver(
      state,
      member,
      ids.map((id) => members.indexOf(id)),
    )
    return legs.map((leg) => (leg === -1 ? 0 : members.at(leg)))
  },

  lines({ month, live: { state }, members, orders }, { memberId, scope, paid, after, limit }) {
    const member = members.indexOf(memberId)
    const from = after && startAfter({ state, members, orders }, member, after)
    if (member === -1 || (after && !from)) return { lines: [], next: undefined }
    const { lines, next } = linesOf(state, month, member, { scope, paid, after: from, limit, most: LOOKED_AT })
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

function volumesOfMonth(month: CachedMonth, backOf: () => ReturnedVolume[]): MonthVolumes {
  const known = frozenVolumes.get(month)
  if (known) return known
  const volumes = volumesOf(month.live.state, backOf())
  if (month.frozen) frozenVolumes.set(month, volumes)
  return volumes
}

/** Undefined for ids outside of the member's downline: a list continues only at a valid cursor. */
function startAfter(
  { state, members, orders }: { state: LiveState } & Pick<CachedMonth, 'members' | 'orders'>,
  member: number,
  { memberId, orderId }: LineAfter,
): { credited: number; order: number } | undefined {
  const credited = members.indexOf(memberId)
  const order = orderId === 0 ? -1 : orders.indexOf(orderId)
  if (credited === -1 || (credited !== member && !isBelow(state, credited, member))) return undefined
  if (orderId !== 0 && (order === -1 || state.credited[order] !== credited)) return undefined
  return { credited, order }
}

function directLineOf(
  month: CachedMonth,
  of: number,
  depth: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const { state } = month.live
  const count = countDirectLine(state, of)
  const legs: LegFigures[] = []
  for (let nth = offset; nth < Math.min(count, offset + limit); nth++) {
    legs.push(legOf(month, directLineAt(state, of, nth), depth))
  }
  return { legs, count }
}

function legOf({ live: { state }, members }: CachedMonth, index: number, depth: number): LegFigures {
  return {
    id: members.at(index),
    depth,
    level: Math.max(1, state.taken[index] as number),
    personalPv: state.personalPv[index] as number,
    groupPv: state.groupPv[index] as number,
    totalSalesCents: state.totalSalesCents[index] as number,
    directLine: countDirectLine(state, index),
    downline: state.downline[index] as number,
  }
}

function legSumsOf({ live: { state }, members }: CachedMonth, member: number, limit: number) {
  const legs: LegBrings[] = []
  const further = {
    count: 0,
    groupPv: 0,
    directLineCents: 0,
    differentialCents: 0,
    bestLevels: Array<number>(10).fill(0),
  }
  const count = countDirectLine(state, member)
  for (let nth = 0; nth < count; nth++) {
    const index = directLineAt(state, member, nth)
    const brings = bonusFromLeg(state, index)
    const bestLevel = state.best[index] as number
    if (nth < limit) {
      legs.push({ id: members.at(index), bestLevel, ...brings })
    } else {
      further.count++
      further.groupPv += state.groupPv[index] as number
      further.directLineCents += brings.directLineCents
      further.differentialCents += brings.differentialCents
      further.bestLevels[bestLevel] = (further.bestLevels[bestLevel] as number) + 1
    }
  }
  return { legs, further: further.count > 0 ? further : undefined }
}

function depthBelow({ sponsor }: LiveState, index: number, member: number): number {
  let depth = 0
  for (let at = index; at !== member; at = sponsor[at] as number) depth++
  return depth
}

function cardDetailsOf(state: LiveState, member: number): CardDetails {
  const card = cardOf(state, member)
  const conditions = (code: number) => {
    const row = levelRow(state.plan, code)
    return conditionsAt(row, card, legsWith(state, member, row.legLevel))
  }
  const next = card.active ? LEVEL_CODES.find((code) => code === card.level + 1) : undefined
  return {
    ...card,
    rateBp: rateOf(state.plan, card),
    conditions: conditions(card.level),
    next: next && { level: next, rateBp: levelRow(state.plan, next).rateBp, conditions: conditions(next) },
  }
}
