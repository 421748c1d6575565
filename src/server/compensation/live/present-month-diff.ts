import type { LiveCard } from '#domain/compensation/live/card.ts'
import {
  computeDifference,
  type Difference,
  type Limits,
  type LiveChange,
} from '#domain/compensation/live/difference.ts'
import { isBelow } from '#domain/compensation/live/direct-line.ts'
import type { CorrectedBonus } from '#domain/compensation/rules/correction.ts'
import { LINE_KINDS } from '#domain/compensation/rules/line.ts'
import type { CachedMonth } from './cached-month.ts'
import type { MonthChanges } from './change-log.ts'
import type { Change } from './feed.queries.ts'
import type { CorrectionRow, ReturnRow } from './live.queries.ts'

/** A few tenths of a second with a million members, during which the thread is blocked; milliseconds in most shops. */
const LIMITS: Limits = { undone: 20_000, climbed: 400_000 }

type Bonuses = Difference['rest']

/** The changes of a member's month; ids, money in cents, instants in milliseconds. */
export type DifferenceFigures = {
  since: number
  shortened: MonthChanges['shortened']
  /** Undefined before the member's enrollment. */
  cards: { before: LiveCard; after: LiveCard } | undefined
  orders: OrderCause[]
  /** Sum of those beyond the limit. */
  further: (Bonuses & { count: number; pv: number }) | undefined
  corrections: CorrectionCause[]
  /** Sum of those beyond the limit. */
  furtherCorrections: (Bonuses & { count: number }) | undefined
  statuses: { id: number; depth: number; active: boolean; joined: boolean; madeAt: number }[]
  furtherStatuses: number
  levels: { id: number; depth: number; from: number; to: number }[]
  furtherLevels: number
  rest: Bonuses
}
export type OrderCause = Bonuses & {
  orderId: number
  /** Set for a return on an order of an earlier month. */
  returnId: number | undefined
  /** True if it did not count before. */
  isNew: boolean
  creditedId: number
  customer: boolean
  depth: number
  cvCents: number
  pv: number
  madeAt: number
}

/** A correction of the member's own bonus by staff. */
export type CorrectionCause = { id: number; bonus: CorrectedBonus; amountCents: number; madeAt: number }

/** The rows that changes refer to. */
type ReferencedRows = { returnRows: ReadonlyMap<number, ReturnRow>; corrections: ReadonlyMap<number, CorrectionRow> }

/** Explains the change of a member's month with the available changes of their downline. */
export function presentMonthDiff(
  cached: CachedMonth,
  monthChanges: MonthChanges,
  { returnRows, corrections }: ReferencedRows,
  { memberId, limit }: { memberId: number; limit: number },
): DifferenceFigures {
  const { live, members, month } = cached
  const { since, shortened } = monthChanges
  const member = members.indexOf(memberId)
  if (member === -1) return { since, shortened, cards: undefined, ...EMPTY_FIGURES }

  const changes: Change[] = []
  const liveChanges: LiveChange[] = []
  for (const change of monthChanges.changes) {
    const liveChange = toLiveChange(cached, change, { returnRows, corrections, memberId, above: member })
    if (!liveChange) continue
    changes.push(change)
    liveChanges.push(liveChange)
  }
  const { before, after, considered, ...difference } = computeDifference(live, month, member, liveChanges, LIMITS)
  const oldest = considered < liveChanges.length ? changes[considered - 1] : undefined
  const joined = new Set(
    monthChanges.changes.filter(({ isEnrollment }) => isEnrollment).map((change) => change.memberId),
  )

  const orders = difference.orders.slice(0, limit).map(({ changeIndex, depth, ...amounts }): OrderCause => {
    const { orderId, returnId, madeAt } = changes[changeIndex] as Change
    if (orderId === null) throw new Error('an order without an id')
    const returnRow = returnId === null ? undefined : returnRows.get(returnId)
    const order = cached.orders.indexOf(orderId)
    return {
      ...amounts,
      orderId,
      returnId: returnId ?? undefined,
      isNew: !returnRow && live.state.cvCents[order] === amounts.cvCents && live.state.pv[order] === amounts.pv,
      creditedId: returnRow ? returnRow.memberId : members.at(live.state.credited[order] as number),
      customer: returnRow ? returnRow.customer : live.state.customer[order] === 1,
      depth:
        depth ?? Math.max(0, ...(returnRow?.lines ?? []).filter((line) => line.payeeId === memberId).map(getDepth)),
      madeAt,
    }
  })
  return {
    since: oldest?.madeAt ?? since,
    shortened: oldest ? 'too_many' : shortened,
    cards: { before, after },
    orders,
    further: sumOrders(difference.orders.slice(limit)),
    corrections: difference.corrections.slice(0, limit).map(({ changeIndex, ...correction }) => {
      const { correctionId, madeAt } = changes[changeIndex] as Change
      if (correctionId === null) throw new Error('a correction without an id')
      return { ...correction, id: correctionId, madeAt }
    }),
    furtherCorrections: sumCorrections(difference.corrections.slice(limit)),
    statuses: difference.statuses.slice(0, limit).map(({ member: index, depth, active, changeIndex }) => {
      const { madeAt } = changes[changeIndex] as Change
      const id = members.at(index)
      return { id, depth, active, joined: joined.has(id), madeAt }
    }),
    furtherStatuses: Math.max(0, difference.statuses.length - limit),
    levels: difference.levels
      .slice(0, limit)
      .map(({ member: index, depth, from, to }) => ({ id: members.at(index), depth, from, to })),
    furtherLevels: Math.max(0, difference.levels.length - limit),
    rest: difference.rest,
  }
}

const EMPTY_FIGURES = {
  orders: [],
  further: undefined,
  corrections: [],
  furtherCorrections: undefined,
  statuses: [],
  furtherStatuses: 0,
  levels: [],
  furtherLevels: 0,
  rest: { salesBonusCents: 0, levelBonusCents: 0 },
}

/**
 * Undefined for changes that the live month does not have, that changed no figure, or that are outside of the downline,
 * which most are.
 */
function toLiveChange(
  { live, members, orders, returns, corrections: booked }: CachedMonth,
  { orderId, memberId: changedId, before, wasActive, returnId, correctionId }: Change,
  { returnRows, corrections, memberId, above }: ReferencedRows & { memberId: number; above: number },
): LiveChange | undefined {
  if (correctionId !== null) {
    const correction = corrections.get(correctionId)
    if (correction?.memberId !== memberId || !booked.has(correctionId)) return undefined
    const { bonus, amountCents } = correction
    return { what: 'correction', member: above, bonus, amountCents }
  }
  const isInDownline = (index: number) => index === above || (index !== -1 && isBelow(live.state, index, above))
  if (returnId !== null) {
    const returnRow = returnRows.get(returnId)
    if (!returnRow || !returns.has(returnId)) return undefined
    const { cvCents, pv, customer } = returnRow
    const credited = members.indexOf(returnRow.memberId)
    const lines = returnRow.lines.flatMap(({ payeeId, kind, amountCents }) => {
      const lineKind = LINE_KINDS[kind]
      return payeeId === memberId && lineKind ? [{ kind: lineKind, amountCents }] : []
    })
    return { what: 'return', back: { credited, customer, cvCents, pv }, lines }
  }
  if (orderId !== null) {
    const order = orders.indexOf(orderId)
    if (order === -1 || !isInDownline(live.state.credited[order] as number)) return undefined
    return { what: 'order', order, before: before ?? { cvCents: 0, pv: 0 } }
  }
  const member = changedId === null ? -1 : members.indexOf(changedId)
  if (wasActive === null || !isInDownline(member)) return undefined
  return { what: 'status', member, wasActive }
}

function sumCorrections(corrections: Difference['corrections']): DifferenceFigures['furtherCorrections'] {
  if (corrections.length === 0) return undefined
  const sum = { count: corrections.length, salesBonusCents: 0, levelBonusCents: 0 }
  for (const { bonus, amountCents } of corrections) {
    if (bonus === 'sales') sum.salesBonusCents += amountCents
    else sum.levelBonusCents += amountCents
  }
  return sum
}

const getDepth = ({ depth }: { depth: number }): number => depth

function sumOrders(orders: readonly (Bonuses & { pv: number })[]): DifferenceFigures['further'] {
  if (orders.length === 0) return undefined
  const sum = { count: orders.length, pv: 0, salesBonusCents: 0, levelBonusCents: 0 }
  for (const { pv, salesBonusCents, levelBonusCents } of orders) {
    sum.pv += pv
    sum.salesBonusCents += salesBonusCents
    sum.levelBonusCents += levelBonusCents
  }
  return sum
}
