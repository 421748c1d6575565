import type { Cents } from '#domain/money/money.ts'
import { portion } from '#domain/money/money.ts'
import type { MonthInput } from '../month/columns.ts'
import { startLevels } from '../month/levels-pass.ts'
import { SLICE, slices } from '../month/run-month.ts'
import { addVolumes } from '../month/volumes-pass.ts'
import type { Plan } from '../plan/plan.ts'
import { CORRECTED_BONUSES } from '../rules/correction.ts'
import { isLevelBonus, LINE_KINDS, type LineKind } from '../rules/line.ts'
import { loadDirectLines } from './direct-line.ts'
import { findLegLevels, type LiveState, STEPS } from './state.ts'
import { getStepRates } from './step-rates.ts'

/** Spare capacity, so that the columns need not grow at the first additions. */
const withSpareCapacity = (count: number): number => count + (count >> 6) + 64

/**
 * Loads a month into mutable columns, in O(members + orders). It yields after each slice, so that the caller can do
 * other work in between. The input is copied. Throws a RangeError on a cycle, as `runMonth` does.
 */
export function* loadMonth(plan: Plan, input: MonthInput, slice = SLICE): Generator<void, LiveState> {
  const { tree, orders, booked } = input
  const members = tree.sponsor.length
  const state = createEmptyState(plan, input)

  // Backward, so that each member's orders are linked in their original order.
  for (const [from, to] of slices(orders.credited.length, slice)) {
    linkOrders(state, orders.credited.length - to, orders.credited.length - from)
    yield
  }
  const volumes = {
    personalPv: state.personalPv.subarray(0, members),
    customerPv: state.customerPv.subarray(0, members),
    totalSalesCents: state.totalSalesCents.subarray(0, members),
  }
  for (const [from, to] of slices(orders.credited.length, slice)) {
    addVolumes(volumes, orders, from, to, 0)
    yield
  }
  addVolumes(volumes, booked.volumes, 0, booked.volumes.credited.length, undefined)
  for (const [index, payee] of booked.lines.payee.entries()) {
    const isLevel = isLevelBonus(LINE_KINDS[booked.lines.kind[index] as number] as LineKind)
    addBooked(state, isLevel, payee, booked.lines.amountCents[index] as number)
  }
  for (const [index, member] of booked.corrections.member.entries()) {
    const isLevel = CORRECTED_BONUSES[booked.corrections.bonus[index] as number] === 'level'
    addBooked(state, isLevel, member, booked.corrections.amountCents[index] as number)
  }

  const level = new Uint8Array(members)
  const levels = startLevels(plan, tree, { ...volumes, groupPv: state.groupPv.subarray(0, members), level })
  for (const step of [levels.countLegs, levels.findLeaves, (from: number, to: number) => levels.advance(to - from)]) {
    for (const [from, to] of slices(members, slice)) {
      step(from, to)
      yield
    }
  }
  for (const [from, to] of slices(members, slice)) {
    passUp(state, levels.childrenFirst.subarray(from, to), level)
    yield
  }
  state.loaded = yield* loadDirectLines(state, levels.childrenFirst, slice)
  return state
}

function createEmptyState(plan: Plan, { tree, orders }: MonthInput): LiveState {
  const members = tree.sponsor.length
  const room = withSpareCapacity(members)
  const orderRoom = withSpareCapacity(orders.credited.length)
  const createFloats = (width = 1) => new Float64Array(room * width)
  return {
    plan,
    members,
    orders: orders.credited.length,
    sponsor: copyInto(tree.sponsor, new Int32Array(room)),
    active: copyInto(tree.active, new Uint8Array(room)),
    takenLevel: new Uint8Array(room),
    bestLegLevel: new Uint8Array(room),
    personalPv: createFloats(),
    customerPv: createFloats(),
    groupPv: createFloats(),
    totalSalesCents: createFloats(),
    bookedSalesCents: createFloats(),
    bookedLevelCents: createFloats(),
    ownSteps: createFloats(STEPS),
    inflowSteps: createFloats(STEPS),
    ownDirectLine: createFloats(),
    legsDirectLine: createFloats(),
    downline: new Int32Array(room),
    firstOrder: new Int32Array(room).fill(-1),
    lastOrder: new Int32Array(room).fill(-1),
    legsAtLeast: new Map(findLegLevels(plan).map((legLevel) => [legLevel, new Uint32Array(room)])),
    credited: copyInto(orders.credited, new Int32Array(orderRoom)),
    customer: copyInto(orders.customer, new Uint8Array(orderRoom)),
    cvCents: copyInto(orders.cvCents, new Float64Array(orderRoom)),
    pv: copyInto(orders.pv, new Float64Array(orderRoom)),
    nextOrder: new Int32Array(orderRoom).fill(-1),
    loaded: {
      members: 0,
      offsets: new Int32Array(1),
      directLine: new Int32Array(0),
      entryPositions: new Int32Array(0),
      downlineSizes: new Int32Array(0),
    },
    enrolled: new Map(),
  }
}

function copyInto<C extends Int32Array | Uint8Array | Float64Array>(column: C, room: C): C {
  room.set(column)
  return room
}

function linkOrders(state: LiveState, from: number, to: number): void {
  const { credited, cvCents, nextOrder, firstOrder, lastOrder, ownSteps, ownDirectLine, plan } = state
  const rates = getStepRates(plan)
  for (let order = to - 1; order >= from; order--) {
    const member = credited[order] as number
    if (member === -1) continue
    nextOrder[order] = firstOrder[member] as number
    firstOrder[member] = order
    if (lastOrder[member] === -1) lastOrder[member] = order
    const value = cvCents[order] as Cents
    ownDirectLine[member] = (ownDirectLine[member] as number) + portion(plan.directLineRateBp, value)
    let below = 0
    for (let step = 0, cell = member * STEPS; step < STEPS; step++, cell++) {
      const total = portion(rates[step] as number, value)
      ownSteps[cell] = (ownSteps[cell] as number) + total - below
      below = total
    }
  }
}

/** Adds amounts that the month's orders did not pay: reversals and corrections. */
export function addBooked(state: LiveState, isLevel: boolean, member: number, amountCents: number): void {
  const column = isLevel ? state.bookedLevelCents : state.bookedSalesCents
  column[member] = (column[member] as number) + amountCents
}

/** Passes figures up from each of these members after its whole downline. */
function passUp(state: LiveState, childrenFirst: Int32Array, level: Uint8Array): void {
  const { sponsor, active, takenLevel, bestLegLevel, ownSteps, inflowSteps, ownDirectLine, legsDirectLine, downline } =
    state
  const counters = [...state.legsAtLeast]
  for (const member of childrenFirst) {
    const memberLevel = active[member] === 1 ? (level[member] as number) : 0
    takenLevel[member] = memberLevel
    let bestInLeg = memberLevel
    for (const [legLevel, legs] of counters)
      if ((legs[member] as number) > 0 && legLevel > bestInLeg) bestInLeg = legLevel
    bestLegLevel[member] = bestInLeg
    const parent = sponsor[member] as number
    if (parent === -1) continue
    for (const [legLevel, legs] of counters) if (bestInLeg >= legLevel) legs[parent] = (legs[parent] as number) + 1
    for (let step = memberLevel; step < STEPS; step++) {
      const cell = parent * STEPS + step
      const source = member * STEPS + step
      inflowSteps[cell] = (inflowSteps[cell] as number) + (inflowSteps[source] as number) + (ownSteps[source] as number)
    }
    if (active[member] === 1)
      legsDirectLine[parent] = (legsDirectLine[parent] as number) + (ownDirectLine[member] as number)
    downline[parent] = (downline[parent] as number) + 1 + (downline[member] as number)
  }
}
