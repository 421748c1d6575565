import { type Cents, portion } from '#domain/money/money.ts'
import type { MonthInput } from '../month/columns.ts'
import { compileLevels } from '../month/levels-pass.ts'
import { SLICE } from '../month/run-month.ts'
import type { Plan } from '../plan/plan.ts'
import type { CorrectedBonus } from '../rules/correction.ts'
import { isLevelBonus, type LineKind } from '../rules/line.ts'
import { addBooked, loadMonth } from './load.ts'
import { ensureMemberCapacity, ensureOrderCapacity, type LiveState, STEPS } from './state.ts'
import { getStepRates } from './step-rates.ts'

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
  runBelow<Result>(top: number, work: () => Result): Result
}

export function* startLiveMonth(plan: Plan, input: MonthInput, slice = SLICE): Generator<void, LiveMonth> {
  return createLiveMonth(yield* loadMonth(plan, input, slice))
}

function createLiveMonth(state: LiveState): LiveMonth {
  const { plan } = state
  const rates = getStepRates(plan)
  const flow = new Float64Array(STEPS)
  const stepChanges = new Float64Array(STEPS)
  let computeLevel = compileLevels(plan, state, state.legsAtLeast)
  let climbEnd = -1

  /** Prepares the next climb with the change of each step of an order. Returns the change of its direct line. */
  function setStepChanges(before: Cents, after: Cents): number {
    let below = 0
    for (let step = 0; step < STEPS; step++) {
      const total = portion(rates[step] as number, after) - portion(rates[step] as number, before)
      stepChanges[step] = total - below
      below = total
    }
    return portion(plan.directLineRateBp, after) - portion(plan.directLineRateBp, before)
  }

  /** Propagates a change from a member to the top or to `end`, or until nothing changes any more. */
  function climb(member: number, pv: number, enrolled: number): void {
    const { sponsor, active, takenLevel, groupPv, bestLegLevel, ownSteps, inflowSteps, downline } = state
    flow.fill(0)
    let [legBefore, legAfter] = [0, 0]
    for (let current = member; current !== -1; current = sponsor[current] as number) {
      const isFirst = current === member
      groupPv[current] = (groupPv[current] as number) + pv
      if (!isFirst) downline[current] = (downline[current] as number) + enrolled
      countLeg(current, legBefore, legAfter)
      const before = takenLevel[current] as number
      const after = active[current] === 1 ? computeLevel(current) : 0
      let hasChanged = false
      for (let step = 0, cell = current * STEPS; step < STEPS; step++, cell++) {
        const valueBefore = (inflowSteps[cell] as number) + (ownSteps[cell] as number)
        inflowSteps[cell] = (inflowSteps[cell] as number) + (flow[step] as number)
        if (isFirst) ownSteps[cell] = (ownSteps[cell] as number) + (stepChanges[step] as number)
        const valueAfter = (inflowSteps[cell] as number) + (ownSteps[cell] as number)
        const change = (step < after ? 0 : valueAfter) - (step < before ? 0 : valueBefore)
        flow[step] = change
        if (change !== 0) hasChanged = true
      }
      takenLevel[current] = after
      legBefore = bestLegLevel[current] as number
      legAfter = computeBest(current, after)
      bestLegLevel[current] = legAfter
      if (current === climbEnd || (!hasChanged && pv === 0 && enrolled === 0 && legBefore === legAfter)) break
    }
    stepChanges.fill(0)
  }

  function countLeg(current: number, before: number, after: number): void {
    if (before === after) return
    for (const [legLevel, legs] of state.legsAtLeast) {
      if (before < legLevel && after >= legLevel) legs[current] = (legs[current] as number) + 1
      if (before >= legLevel && after < legLevel) legs[current] = (legs[current] as number) - 1
    }
  }

  function computeBest(current: number, takenLevel: number): number {
    let bestLegLevel = takenLevel
    for (const [legLevel, legs] of state.legsAtLeast)
      if (legLevel > bestLegLevel && (legs[current] as number) > 0) bestLegLevel = legLevel
    return bestLegLevel
  }

  function addPersonal({ credited, customer, cvCents, pv }: NewOrder): void {
    state.personalPv[credited] = (state.personalPv[credited] as number) + pv
    if (customer) state.customerPv[credited] = (state.customerPv[credited] as number) + pv
    state.totalSalesCents[credited] = (state.totalSalesCents[credited] as number) + cvCents
  }

  function changeOrder(order: number, volume: Volume): void {
    const credited = state.credited[order] as number
    const before = { cvCents: state.cvCents[order] as number, pv: state.pv[order] as number }
    state.cvCents[order] = volume.cvCents
    state.pv[order] = volume.pv
    if (credited === -1) return
    const change = { cvCents: volume.cvCents - before.cvCents, pv: volume.pv - before.pv }
    addPersonal({ credited, customer: state.customer[order] === 1, ...change })
    const direct = setStepChanges(before.cvCents as Cents, volume.cvCents as Cents)
    state.ownDirectLine[credited] = (state.ownDirectLine[credited] as number) + direct
    if (state.active[credited] === 1) addDirect(credited, direct)
    climb(credited, change.pv, 0)
  }

  function addDirect(member: number, change: number): void {
    const parent = state.sponsor[member] as number
    if (parent !== -1) state.legsDirectLine[parent] = (state.legsDirectLine[parent] as number) + change
  }

  return {
    state,
    addMember(sponsor, active) {
      if (ensureMemberCapacity(state)) computeLevel = compileLevels(plan, state, state.legsAtLeast)
      const member = state.members++
      state.sponsor[member] = sponsor
      state.active[member] = active ? 1 : 0
      state.firstOrder[member] = -1
      state.lastOrder[member] = -1
      if (sponsor !== -1) appendToDirectLine(state, sponsor, member)
      climb(member, 0, 1)
      return member
    },
    setActive(member, active) {
      if ((state.active[member] === 1) === active) return
      state.active[member] = active ? 1 : 0
      addDirect(member, (active ? 1 : -1) * (state.ownDirectLine[member] as number))
      climb(member, 0, 0)
    },
    addOrder({ credited, customer, cvCents, pv }) {
      ensureOrderCapacity(state)
      const order = state.orders++
      state.credited[order] = credited
      state.customer[order] = customer ? 1 : 0
      state.cvCents[order] = 0
      state.pv[order] = 0
      state.nextOrder[order] = -1
      if (credited !== -1) appendOrder(state, credited, order)
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
    runBelow(top, work) {
      climbEnd = top
      try {
        return work()
      } finally {
        climbEnd = -1
      }
    },
  }
}

function appendToDirectLine({ enrolled }: LiveState, sponsor: number, member: number): void {
  const line = enrolled.get(sponsor)
  if (line) line.push(member)
  else enrolled.set(sponsor, [member])
}

function appendOrder({ firstOrder, lastOrder, nextOrder }: LiveState, member: number, order: number): void {
  const last = lastOrder[member] as number
  if (last === -1) firstOrder[member] = order
  else nextOrder[last] = order
  lastOrder[member] = order
}
