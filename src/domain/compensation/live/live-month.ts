import { type Cents, portion } from '#domain/money/money.ts'
import type { MonthInput } from '../month/columns.ts'
import { compileLevels } from '../month/levels-pass.ts'
import { SLICE } from '../month/run-month.ts'
import type { Plan } from '../plan/plan.ts'
import type { CorrectedBonus } from '../rules/correction.ts'
import { isLevelBonus, type LineKind } from '../rules/line.ts'
import { addBooked, loadMonth } from './load.ts'
import { type LiveState, makeRoomForMember, makeRoomForOrder, STEPS } from './state.ts'
import { stepRates } from './step-rates.ts'

export type Volume = { cvCents: number; pv: number }
export type NewOrder = Volume & { credited: number; customer: boolean }

/**
 * A month that is updated incrementally (docs/plan §16): each change costs one climb from the member to the top, and
 * results in the same figures as `computeMonth` on all members and orders (docs/plan §13.15). Members are indexes by
 * time of enrollment. A new sponsor for an existing member requires a new load.
 */
export type LiveMonth = {
  readonly state: LiveState
  /** Returns the new member's index. */
  addMember(sponsor: number, active: boolean): number
  setActive(member: number, active: boolean): void
  /** Returns the new order's index. An order credited to −1 counts for no member. */
  addOrder(order: NewOrder): number
  /** Sets the value of an order in its own month after a return. */
  setOrder(order: number, volume: Volume): void
  /** Adds the negative points and value that a return on a closed month's order books (docs/plan §8.3). */
  addVolume(change: NewOrder): void
  addBookedLine(line: { payee: number; kind: LineKind; amountCents: number }): void
  /** Adds a correction by staff (docs/plan §8.5): it changes a bonus, but no points. */
  addCorrection(correction: { member: number; bonus: CorrectedBonus; amountCents: number }): void
  /** Runs `work` without passing its changes on to the members above `top`; `work` must undo them itself. */
  upTo<Result>(top: number, work: () => Result): Result
}

export function* startLiveMonth(plan: Plan, input: MonthInput, slice = SLICE): Generator<void, LiveMonth> {
  return follow(yield* loadMonth(plan, input, slice))
}

function follow(state: LiveState): LiveMonth {
  const { plan } = state
  const rates = stepRates(plan)
  const flow = new Float64Array(STEPS)
  const ownChange = new Float64Array(STEPS)
  let levelOf = compileLevels(plan, state, state.legsAtLeast)
  let end = -1

  /** Prepares the next climb with the change of each step of an order. Returns the change of its direct line. */
  function setOwnChange(before: Cents, after: Cents): number {
    let below = 0
    for (let step = 0; step < STEPS; step++) {
      const total = portion(rates[step] as number, after) - portion(rates[step] as number, before)
      ownChange[step] = total - below
      below = total
    }
    return portion(plan.directLineRateBp, after) - portion(plan.directLineRateBp, before)
  }

  /** Propagates a change from a member to the top or to `end`, or until nothing changes any more. */
  function climb(member: number, pv: number, enrolled: number): void {
    const { sponsor, active, taken, groupPv, best, own, inflow, downline } = state
    flow.fill(0)
    let [legBefore, legAfter] = [0, 0]
    for (let at = member; at !== -1; at = sponsor[at] as number) {
      const isFirst = at === member
      groupPv[at] = (groupPv[at] as number) + pv
      if (!isFirst) downline[at] = (downline[at] as number) + enrolled
      countLeg(at, legBefore, legAfter)
      const before = taken[at] as number
      const after = active[at] === 1 ? levelOf(at) : 0
      let moves = false
      for (let step = 0, here = at * STEPS; step < STEPS; step++, here++) {
        const held = (inflow[here] as number) + (own[here] as number)
        inflow[here] = (inflow[here] as number) + (flow[step] as number)
        if (isFirst) own[here] = (own[here] as number) + (ownChange[step] as number)
        const holds = (inflow[here] as number) + (own[here] as number)
        const change = (step < after ? 0 : holds) - (step < before ? 0 : held)
        flow[step] = change
        if (change !== 0) moves = true
      }
      taken[at] = after
      legBefore = best[at] as number
      legAfter = bestOf(at, after)
      best[at] = legAfter
      if (at === end || (!moves && pv === 0 && enrolled === 0 && legBefore === legAfter)) break
    }
    ownChange.fill(0)
  }

  function countLeg(at: number, before: number, after: number): void {
    if (before === after) return
    for (const [legLevel, legs] of state.legsAtLeast) {
      if (before < legLevel && after >= legLevel) legs[at] = (legs[at] as number) + 1
      if (before >= legLevel && after < legLevel) legs[at] = (legs[at] as number) - 1
    }
  }

  function bestOf(at: number, taken: number): number {
    let best = taken
    for (const [legLevel, legs] of state.legsAtLeast) if (legLevel > best && (legs[at] as number) > 0) best = legLevel
    return best
  }

  function addPersonal({ credited, customer, cvCents, pv }: NewOrder): void {
    state.personalPv[credited] = (state.personalPv[credited] as number) + pv
    if (customer) state.customerPv[credited] = (state.customerPv[credited] as number) + pv
    state.totalSalesCents[credited] = (state.totalSalesCents[credited] as number) + cvCents
  }

  function changeOrder(order: number, to: Volume): void {
    const credited = state.credited[order] as number
    const before = { cvCents: state.cvCents[order] as number, pv: state.pv[order] as number }
    state.cvCents[order] = to.cvCents
    state.pv[order] = to.pv
    if (credited === -1) return
    const change = { cvCents: to.cvCents - before.cvCents, pv: to.pv - before.pv }
    addPersonal({ credited, customer: state.customer[order] === 1, ...change })
    const direct = setOwnChange(before.cvCents as Cents, to.cvCents as Cents)
    state.directOwn[credited] = (state.directOwn[credited] as number) + direct
    if (state.active[credited] === 1) addDirect(credited, direct)
    climb(credited, change.pv, 0)
  }

  function addDirect(member: number, change: number): void {
    const above = state.sponsor[member] as number
    if (above !== -1) state.directIn[above] = (state.directIn[above] as number) + change
  }

  return {
    state,
    addMember(sponsor, active) {
      if (makeRoomForMember(state)) levelOf = compileLevels(plan, state, state.legsAtLeast)
      const member = state.members++
      state.sponsor[member] = sponsor
      state.active[member] = active ? 1 : 0
      state.firstOrder[member] = -1
      state.lastOrder[member] = -1
      if (sponsor !== -1) enrollBelow(state, sponsor, member)
      climb(member, 0, 1)
      return member
    },
    setActive(member, active) {
      if ((state.active[member] === 1) === active) return
      state.active[member] = active ? 1 : 0
      addDirect(member, (active ? 1 : -1) * (state.directOwn[member] as number))
      climb(member, 0, 0)
    },
    addOrder({ credited, customer, cvCents, pv }) {
      makeRoomForOrder(state)
      const order = state.orders++
      state.credited[order] = credited
      state.customer[order] = customer ? 1 : 0
      state.cvCents[order] = 0
      state.pv[order] = 0
      state.nextOrder[order] = -1
      if (credited !== -1) hang(state, credited, order)
      changeOrder(order, { cvCents, pv })
      return order
    },
    setOrder: changeOrder,
    addVolume(change) {
      addPersonal(change)
      climb(change.credited, change.pv, 0)
    },
    addBookedLine({ payee, kind, amountCents }) {
      addBooked(state, isLevelBonus(kind), payee, amountCents)
    },
    addCorrection({ member, bonus, amountCents }) {
      addBooked(state, bonus === 'level', member, amountCents)
    },
    upTo(top, work) {
      end = top
      try {
        return work()
      } finally {
        end = -1
      }
    },
  }
}

function enrollBelow({ enrolled }: LiveState, sponsor: number, member: number): void {
  const line = enrolled.get(sponsor)
  if (line) line.push(member)
  else enrolled.set(sponsor, [member])
}

function hang({ firstOrder, lastOrder, nextOrder }: LiveState, member: number, order: number): void {
  const last = lastOrder[member] as number
  if (last === -1) firstOrder[member] = order
  else nextOrder[last] = order
  lastOrder[member] = order
}
