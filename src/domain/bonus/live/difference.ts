import type { Month } from '../../month.ts'
import type { LineKind } from '../line.ts'
import { cardOf, type LiveCard } from './card.ts'
import { isBelow } from './direct-line.ts'
import { bonusesOf } from './lines.ts'
import type { LiveMonth, NewOrder, Volume } from './live-month.ts'
import type { LiveState } from './state.ts'
import { startWays, type Ways } from './ways.ts'

type Bonuses = Pick<LiveCard, 'salesBonusCents' | 'levelBonusCents'>

/** Something that changed a month, with what was before; members and orders are places. */
export type Happening =
  | { what: 'order'; order: number; before: Volume }
  | { what: 'status'; member: number; wasActive: boolean }
  /** A closed month's order, of which something came back: below 0, with the lines of the one who asks alone. */
  | { what: 'return'; back: NewOrder; lines: readonly { kind: LineKind; amountCents: number }[] }

/** What an order, or what came back of one, changed of the member's own month. */
export type OrderDifference = Bonuses &
  Volume & {
    /** The newest happening that was about it. */
    happening: number
    /** Undefined for the order of somebody who is not below the member any more. */
    depth: number | undefined
  }

/** Two states of a member's month and what lies between (docs/plan §12.4). */
export type Difference = {
  before: LiveCard
  after: LiveCard
  /** Newest first; an order that counts as much as before is none of them. */
  orders: OrderDifference[]
  /** Of the downline and the member, newest first. */
  statuses: { member: number; depth: number; active: boolean; happening: number }[]
  /** The same whose level changed, the nearest first. */
  levels: { member: number; depth: number; from: number; to: number }[]
  /** What all other orders pay more or less than before, because of levels and statuses. */
  rest: Bonuses
  /** Of the happenings so many were looked at: all of them, or as far back as the limits let it go. */
  looked: number
}

/** How many happenings are undone, and how many members may lie on their ways up, all together. */
export type Limits = { undone: number; climbed: number }

/**
 * What the happenings, told from the newest back, changed of a member's month: those of the downline are undone, the
 * figures read, and done again. All is whole numbers, so the month is the same afterwards, and the figures from before
 * are those of a full recomputation.
 */
export function differenceOf(
  live: LiveMonth,
  month: Month,
  member: number,
  happenings: readonly Happening[],
  limits: Limits,
): Difference {
  const { state } = live
  const ways = startWays(state, member)
  const chosen = choose(state, member, ways, happenings, limits)
  const read = () => ({
    card: cardOf(state, member),
    levels: ways.members.map((at) => levelOf(state, at)),
    bonuses: chosen.orders.map(({ order }) => bonusesOf(state, month, member, order)),
  })
  const after = read()
  const before = live.upTo(member, () => undoneFor(stepsBack(live, member, chosen), read))

  const orders = [
    ...chosen.orders.map(({ order, before: { cvCents, pv }, ...place }, n) => ({
      ...place,
      cvCents: (state.cvCents[order] as number) - cvCents,
      pv: (state.pv[order] as number) - pv,
      ...minus(after.bonuses[n] as Bonuses, before.bonuses[n] as Bonuses),
    })),
    ...chosen.returns.map(({ back, lines, what: _, ...place }) => ({
      ...place,
      cvCents: back.cvCents,
      // Of somebody who is elsewhere now: their points are no longer the member's.
      pv: place.depth === undefined ? 0 : back.pv,
      ...sumOf(lines),
    })),
  ].sort((a, b) => a.happening - b.happening)
  return {
    before: before.card,
    after: after.card,
    orders,
    statuses: chosen.statuses.map(({ wasActive, ...status }) => ({ ...status, active: !wasActive })),
    levels: ways.members
      .map((at, n) => ({ member: at, from: before.levels[n] as number, to: after.levels[n] as number }))
      .filter(({ from, to }) => from !== to)
      .map((level) => ({ ...level, depth: ways.depthOf(level.member) }))
      .sort((a, b) => a.depth - b.depth || a.member - b.member),
    rest: orders.reduce<Bonuses>((rest, order) => minus(rest, order), minus(after.card, before.card)),
    looked: chosen.looked,
  }
}

type Chosen = {
  orders: { order: number; before: Volume; depth: number; happening: number }[]
  statuses: { member: number; wasActive: boolean; depth: number; happening: number }[]
  returns: (Extract<Happening, { what: 'return' }> & { depth: number | undefined; happening: number })[]
  looked: number
}

/** The happenings that bear on the member, an order's and a member's put together, with what was before the oldest. */
function choose(
  state: LiveState,
  member: number,
  ways: Ways,
  happenings: readonly Happening[],
  limits: Limits,
): Chosen {
  const orders = new Map<number, Chosen['orders'][number]>()
  const statuses = new Map<number, Chosen['statuses'][number]>()
  const returns: Chosen['returns'] = []
  let [undone, climbed, looked] = [0, 0, 0]
  for (; looked < happenings.length; looked++) {
    const happening = happenings[looked] as Happening
    const whose = whoseIs(state, happening)
    const isOfTheirs = whose === member || (whose !== -1 && isBelow(state, whose, member))
    if (!isOfTheirs && !(happening.what === 'return' && happening.lines.length > 0)) continue
    const depth = isOfTheirs ? ways.depthOf(whose) : undefined
    climbed += 1 + (depth ?? 0)
    if (undone === limits.undone || (undone > 0 && climbed > limits.climbed)) break
    undone++
    if (happening.what === 'return') {
      returns.push({ ...happening, depth, happening: looked })
    } else if (happening.what === 'order') {
      const { order, before } = happening
      const known = orders.get(order)
      if (known) known.before = before
      else orders.set(order, { order, before, depth: depth ?? 0, happening: looked })
    } else {
      const { wasActive } = happening
      const known = statuses.get(whose)
      if (known) known.wasActive = wasActive
      else statuses.set(whose, { member: whose, wasActive, depth: depth ?? 0, happening: looked })
    }
  }
  return {
    orders: [...orders.values()].filter(
      ({ order, before }) => state.cvCents[order] !== before.cvCents || state.pv[order] !== before.pv,
    ),
    statuses: [...statuses.values()].filter((one) => (state.active[one.member] === 1) !== one.wasActive),
    returns,
    looked,
  }
}

function whoseIs({ credited }: LiveState, happening: Happening): number {
  if (happening.what === 'status') return happening.member
  return happening.what === 'order' ? (credited[happening.order] as number) : happening.back.credited
}

type Step = { back(): void; again(): void }

function* stepsBack(live: LiveMonth, member: number, { orders, statuses, returns }: Chosen): Generator<Step, void> {
  const { state } = live
  for (const { order, before } of orders) {
    const now = { cvCents: state.cvCents[order] as number, pv: state.pv[order] as number }
    yield { back: () => live.setOrder(order, before), again: () => live.setOrder(order, now) }
  }
  for (const { member: whose, wasActive } of statuses) {
    yield { back: () => live.setActive(whose, wasActive), again: () => live.setActive(whose, !wasActive) }
  }
  for (const { back, lines, depth } of returns) {
    const book = (sign: 1 | -1) => {
      if (depth !== undefined) live.addVolume({ ...back, cvCents: sign * back.cvCents, pv: sign * back.pv })
      for (const { kind, amountCents } of lines) {
        live.addBookedLine({ payee: member, kind, amountCents: sign * amountCents })
      }
    }
    yield { back: () => book(-1), again: () => book(1) }
  }
}

/** What `read` finds while the steps are gone back; whatever it does, they are gone again. */
function undoneFor<Result>(steps: Iterable<Step>, read: () => Result): Result {
  const gone: Step[] = []
  try {
    for (const step of steps) {
      step.back()
      gone.push(step)
    }
    return read()
  } finally {
    for (const step of gone.reverse()) step.again()
  }
}

const levelOf = ({ taken }: LiveState, member: number): number => Math.max(1, taken[member] as number)

const minus = (a: Bonuses, b: Bonuses): Bonuses => ({
  salesBonusCents: a.salesBonusCents - b.salesBonusCents,
  levelBonusCents: a.levelBonusCents - b.levelBonusCents,
})

function sumOf(lines: readonly { kind: LineKind; amountCents: number }[]): Bonuses {
  let [salesBonusCents, levelBonusCents] = [0, 0]
  for (const { kind, amountCents } of lines) {
    if (kind === 'differential') levelBonusCents += amountCents
    else salesBonusCents += amountCents
  }
  return { salesBonusCents, levelBonusCents }
}
