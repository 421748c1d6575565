import type { Month } from '#domain/calendar/month.ts'
import type { CorrectedBonus } from '../rules/correction.ts'
import { isLevelBonus, type LineKind } from '../rules/line.ts'
import { type LiveCard, readCard } from './card.ts'
import { isBelow } from './direct-line.ts'
import { computeBonuses } from './lines.ts'
import type { LiveMonth, NewOrder, Volume } from './live-month.ts'
import { type PathUnion, startPathUnion } from './path-union.ts'
import type { LiveState } from './state.ts'

type Bonuses = Pick<LiveCard, 'salesBonusCents' | 'levelBonusCents'>

/** One change of a month, with the value it replaced; members and orders are indexes of the month's columns. */
export type LiveChange =
  | { what: 'order'; order: number; before: Volume }
  | { what: 'status'; member: number; wasActive: boolean }
  /** A return on an order of a closed month: negative amounts, and only the lines of the member in question. */
  | { what: 'return'; back: NewOrder; lines: readonly { kind: LineKind; amountCents: number }[] }
  /** A correction by staff; only corrections of the member in question change anything. */
  | { what: 'correction'; member: number; bonus: CorrectedBonus; amountCents: number }

/** Change of the member's month by an order or a return. */
export type OrderDifference = Bonuses &
  Volume & {
    /** Index of the newest change that concerns it. */
    changeIndex: number
    /** Undefined if the credited member is no longer below the member. */
    depth: number | undefined
  }

/** Two states of a member's month and the changes in between (docs/plan §12.4). */
export type Difference = {
  before: LiveCard
  after: LiveCard
  /** Newest first, without orders whose value is unchanged. */
  orders: OrderDifference[]
  /** Corrections of the member, newest first. */
  corrections: { bonus: CorrectedBonus; amountCents: number; changeIndex: number }[]
  /** Status changes of the member and the downline, newest first. */
  statuses: { member: number; depth: number; active: boolean; changeIndex: number }[]
  /** Members of the same set whose level changed, nearest first. */
  levels: { member: number; depth: number; from: number; to: number }[]
  /** Change of what all other orders pay, because levels and statuses changed. */
  rest: Bonuses
  /** Number of changes considered: all of them, or as many as the limits allow. */
  considered: number
}

/** Maximum number of changes to undo, and of members on their paths up, in total. */
export type Limits = { undone: number; climbed: number }

/**
 * Compares a member's month with the state before `changes`, which are ordered newest first. Undoes those of the
 * downline, reads the figures, and applies the changes again. Integer arithmetic restores the month exactly, and the
 * earlier figures equal those of a full recomputation.
 */
export function computeDifference(
  live: LiveMonth,
  month: Month,
  member: number,
  changes: readonly LiveChange[],
  limits: Limits,
): Difference {
  const { state } = live
  const union = startPathUnion(state, member)
  const attributed = attributeChanges(state, member, union, changes, limits)
  const readFigures = () => ({
    card: readCard(state, member),
    levels: union.members.map((index) => readLevel(state, index)),
    bonuses: attributed.orders.map(({ order }) => computeBonuses(state, month, member, order)),
  })
  const after = readFigures()
  const before = live.runBelow(member, () => runUndone(generateUndoSteps(live, member, attributed), readFigures))

  const orders = [
    ...attributed.orders.map(({ order, before: { cvCents, pv }, ...rest }, n) => ({
      ...rest,
      cvCents: (state.cvCents[order] as number) - cvCents,
      pv: (state.pv[order] as number) - pv,
      ...subtractBonuses(after.bonuses[n] as Bonuses, before.bonuses[n] as Bonuses),
    })),
    ...attributed.returns.map(({ back, lines, what: _, ...rest }) => ({
      ...rest,
      cvCents: back.cvCents,
      // The credited member has moved elsewhere: their points no longer count for this member.
      pv: rest.depth === undefined ? 0 : back.pv,
      ...sumLines(lines),
    })),
  ].sort((a, b) => a.changeIndex - b.changeIndex)
  const { corrections } = attributed
  return {
    before: before.card,
    after: after.card,
    orders,
    corrections,
    statuses: attributed.statuses.map(({ wasActive, ...status }) => ({ ...status, active: !wasActive })),
    levels: union.members
      .map((index, n) => ({ member: index, from: before.levels[n] as number, to: after.levels[n] as number }))
      .filter(({ from, to }) => from !== to)
      .map((level) => ({ ...level, depth: union.depthOf(level.member) }))
      .sort((a, b) => a.depth - b.depth || a.member - b.member),
    rest: [...orders, ...corrections.map(toBonuses)].reduce<Bonuses>(
      (rest, cause) => subtractBonuses(rest, cause),
      subtractBonuses(after.card, before.card),
    ),
    considered: attributed.considered,
  }
}

type AttributedChanges = {
  orders: { order: number; before: Volume; depth: number; changeIndex: number }[]
  statuses: { member: number; wasActive: boolean; depth: number; changeIndex: number }[]
  returns: (Extract<LiveChange, { what: 'return' }> & { depth: number | undefined; changeIndex: number })[]
  corrections: Difference['corrections']
  considered: number
}

/**
 * The changes that affect the member, merged per order and per member, each with the value from before the oldest one.
 */
function attributeChanges(
  state: LiveState,
  member: number,
  union: PathUnion,
  changes: readonly LiveChange[],
  limits: Limits,
): AttributedChanges {
  const orders = new Map<number, AttributedChanges['orders'][number]>()
  const statuses = new Map<number, AttributedChanges['statuses'][number]>()
  const returns: AttributedChanges['returns'] = []
  const corrections: AttributedChanges['corrections'] = []
  let [undone, climbed, considered] = [0, 0, 0]
  for (; considered < changes.length; considered++) {
    const change = changes[considered] as LiveChange
    if (change.what === 'correction') {
      const { bonus, amountCents } = change
      if (change.member === member) corrections.push({ bonus, amountCents, changeIndex: considered })
      continue
    }
    const changedMember = findChangedMember(state, change)
    const isInDownline = changedMember === member || (changedMember !== -1 && isBelow(state, changedMember, member))
    if (!isInDownline && !(change.what === 'return' && change.lines.length > 0)) continue
    const depth = isInDownline ? union.depthOf(changedMember) : undefined
    climbed += 1 + (depth ?? 0)
    if (undone === limits.undone || (undone > 0 && climbed > limits.climbed)) break
    undone++
    if (change.what === 'return') {
      returns.push({ ...change, depth, changeIndex: considered })
    } else if (change.what === 'order') {
      const { order, before } = change
      const existing = orders.get(order)
      if (existing) existing.before = before
      else orders.set(order, { order, before, depth: depth ?? 0, changeIndex: considered })
    } else {
      const { wasActive } = change
      const existing = statuses.get(changedMember)
      if (existing) existing.wasActive = wasActive
      else statuses.set(changedMember, { member: changedMember, wasActive, depth: depth ?? 0, changeIndex: considered })
    }
  }
  return {
    orders: [...orders.values()].filter(
      ({ order, before }) => state.cvCents[order] !== before.cvCents || state.pv[order] !== before.pv,
    ),
    statuses: [...statuses.values()].filter((status) => (state.active[status.member] === 1) !== status.wasActive),
    returns,
    corrections,
    considered,
  }
}

function findChangedMember({ credited }: LiveState, change: Exclude<LiveChange, { what: 'correction' }>): number {
  if (change.what === 'status') return change.member
  return change.what === 'order' ? (credited[change.order] as number) : change.back.credited
}

type Step = { undo(): void; redo(): void }

function* generateUndoSteps(
  live: LiveMonth,
  member: number,
  { orders, statuses, returns, corrections }: AttributedChanges,
): Generator<Step, void> {
  const { state } = live
  for (const { order, before } of orders) {
    const current = { cvCents: state.cvCents[order] as number, pv: state.pv[order] as number }
    yield { undo: () => live.setOrder(order, before), redo: () => live.setOrder(order, current) }
  }
  for (const { member: changedMember, wasActive } of statuses) {
    yield {
      undo: () => live.setActive(changedMember, wasActive),
      redo: () => live.setActive(changedMember, !wasActive),
    }
  }
  for (const { back, lines, depth } of returns) {
    const book = (sign: 1 | -1) => {
      if (depth !== undefined) live.addVolume({ ...back, cvCents: sign * back.cvCents, pv: sign * back.pv })
      for (const { kind, amountCents } of lines) {
        live.addBookedLine({ payee: member, kind, amountCents: sign * amountCents })
      }
    }
    yield { undo: () => book(-1), redo: () => book(1) }
  }
  for (const { bonus, amountCents } of corrections) {
    const book = (sign: 1 | -1) => live.addCorrection({ member, bonus, amountCents: sign * amountCents })
    yield { undo: () => book(-1), redo: () => book(1) }
  }
}

/** Calls `read` while the steps are undone, and redoes them even if it throws. */
function runUndone<Result>(steps: Iterable<Step>, readFigures: () => Result): Result {
  const undone: Step[] = []
  try {
    for (const step of steps) {
      step.undo()
      undone.push(step)
    }
    return readFigures()
  } finally {
    for (const step of undone.reverse()) step.redo()
  }
}

const readLevel = ({ takenLevel }: LiveState, member: number): number => Math.max(1, takenLevel[member] as number)

const subtractBonuses = (a: Bonuses, b: Bonuses): Bonuses => ({
  salesBonusCents: a.salesBonusCents - b.salesBonusCents,
  levelBonusCents: a.levelBonusCents - b.levelBonusCents,
})

const toBonuses = ({ bonus, amountCents }: Difference['corrections'][number]): Bonuses => ({
  salesBonusCents: bonus === 'sales' ? amountCents : 0,
  levelBonusCents: bonus === 'level' ? amountCents : 0,
})

function sumLines(lines: readonly { kind: LineKind; amountCents: number }[]): Bonuses {
  let [salesBonusCents, levelBonusCents] = [0, 0]
  for (const { kind, amountCents } of lines) {
    if (isLevelBonus(kind)) levelBonusCents += amountCents
    else salesBonusCents += amountCents
  }
  return { salesBonusCents, levelBonusCents }
}
