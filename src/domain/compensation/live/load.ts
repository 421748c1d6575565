import type { Cents } from '#domain/money/money.ts'
import { portion } from '#domain/money/money.ts'
import type { MonthInput } from '../month/columns.ts'
import { startLevels } from '../month/levels-pass.ts'
import { SLICE, slices } from '../month/run-month.ts'
import { addVolumes } from '../month/volumes-pass.ts'
import type { Plan } from '../plan/plan.ts'
import { CORRECTED_BONUSES } from '../rules/correction.ts'
import { isLevelBonus, LINE_KINDS, type LineKind } from '../rules/line.ts'
import { directLineOf } from './direct-line.ts'
import { type LiveState, legLevelsOf, STEPS } from './state.ts'
import { stepRates } from './step-rates.ts'

/** Spare capacity, so that the columns need not grow at the first additions. */
const roomFor = (count: number): number => count + (count >> 6) + 64

/**
 * Loads a month into mutable columns, in O(members + orders). It yields after each slice, so that the caller can do
 * other work in between. The input is copied. Throws a RangeError on a cycle, as `runMonth` does.
 */
export function* loadMonth(plan: Plan, input: MonthInput, slice = SLICE): Generator<void, LiveState> {
  const { tree, orders, booked } = input
  const members = tree.sponsor.length
  const state = emptyState(plan, input)

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
    const isOfLevel = isLevelBonus(LINE_KINDS[booked.lines.kind[index] as number] as LineKind)
    addBooked(state, isOfLevel, payee, booked.lines.amountCents[index] as number)
  }
  for (const [index, member] of booked.corrections.member.entries()) {
    const isOfLevel = CORRECTED_BONUSES[booked.corrections.bonus[index] as number] === 'level'
    addBooked(state, isOfLevel, member, booked.corrections.amountCents[index] as number)
  }

  const level = new Uint8Array(members)
  const levels = startLevels(plan, tree, { ...volumes, groupPv: state.groupPv.subarray(0, members), level })
  for (const work of [levels.countLegs, levels.findLeaves, (from: number, to: number) => levels.advance(to - from)]) {
    for (const [from, to] of slices(members, slice)) {
      work(from, to)
      yield
    }
  }
  for (const [from, to] of slices(members, slice)) {
    passUp(state, levels.childrenFirst.subarray(from, to), level)
    yield
  }
  state.loaded = yield* directLineOf(state, levels.childrenFirst, slice)
  return state
}

function emptyState(plan: Plan, { tree, orders }: MonthInput): LiveState {
  const members = tree.sponsor.length
  const room = roomFor(members)
  const orderRoom = roomFor(orders.credited.length)
  const floats = (width = 1) => new Float64Array(room * width)
  return {
    plan,
    members,
    orders: orders.credited.length,
    sponsor: widened(tree.sponsor, new Int32Array(room)),
    active: widened(tree.active, new Uint8Array(room)),
    taken: new Uint8Array(room),
    best: new Uint8Array(room),
    personalPv: floats(),
    customerPv: floats(),
    groupPv: floats(),
    totalSalesCents: floats(),
    bookedSalesCents: floats(),
    bookedLevelCents: floats(),
    own: floats(STEPS),
    inflow: floats(STEPS),
    directOwn: floats(),
    directIn: floats(),
    downline: new Int32Array(room),
    firstOrder: new Int32Array(room).fill(-1),
    lastOrder: new Int32Array(room).fill(-1),
    legsAtLeast: new Map(legLevelsOf(plan).map((legLevel) => [legLevel, new Uint32Array(room)])),
    credited: widened(orders.credited, new Int32Array(orderRoom)),
    customer: widened(orders.customer, new Uint8Array(orderRoom)),
    cvCents: widened(orders.cvCents, new Float64Array(orderRoom)),
    pv: widened(orders.pv, new Float64Array(orderRoom)),
    nextOrder: new Int32Array(orderRoom).fill(-1),
    loaded: {
      members: 0,
      from: new Int32Array(1),
      directLine: new Int32Array(0),
      entered: new Int32Array(0),
      below: new Int32Array(0),
    },
    enrolled: new Map(),
  }
}

function widened<C extends Int32Array | Uint8Array | Float64Array>(column: C, room: C): C {
  room.set(column)
  return room
}

function linkOrders(state: LiveState, from: number, to: number): void {
  const { credited, cvCents, nextOrder, firstOrder, lastOrder, own, directOwn, plan } = state
  const rates = stepRates(plan)
  for (let order = to - 1; order >= from; order--) {
    const member = credited[order] as number
    if (member === -1) continue
    nextOrder[order] = firstOrder[member] as number
    firstOrder[member] = order
    if (lastOrder[member] === -1) lastOrder[member] = order
    const value = cvCents[order] as Cents
    directOwn[member] = (directOwn[member] as number) + portion(plan.directLineRateBp, value)
    let below = 0
    for (let step = 0, at = member * STEPS; step < STEPS; step++, at++) {
      const total = portion(rates[step] as number, value)
      own[at] = (own[at] as number) + total - below
      below = total
    }
  }
}

/** Adds amounts that the month's orders did not pay: reversals and corrections. */
export function addBooked(state: LiveState, isOfLevel: boolean, member: number, amountCents: number): void {
  const column = isOfLevel ? state.bookedLevelCents : state.bookedSalesCents
  column[member] = (column[member] as number) + amountCents
}

/** Passes figures up from each of these members after its whole downline. */
function passUp(state: LiveState, childrenFirst: Int32Array, level: Uint8Array): void {
  const { sponsor, active, taken, best, own, inflow, directOwn, directIn, downline } = state
  const counters = [...state.legsAtLeast]
  for (const member of childrenFirst) {
    const upTo = active[member] === 1 ? (level[member] as number) : 0
    taken[member] = upTo
    let inLeg = upTo
    for (const [legLevel, legs] of counters) if ((legs[member] as number) > 0 && legLevel > inLeg) inLeg = legLevel
    best[member] = inLeg
    const above = sponsor[member] as number
    if (above === -1) continue
    for (const [legLevel, legs] of counters) if (inLeg >= legLevel) legs[above] = (legs[above] as number) + 1
    for (let step = upTo; step < STEPS; step++) {
      const at = above * STEPS + step
      const here = member * STEPS + step
      inflow[at] = (inflow[at] as number) + (inflow[here] as number) + (own[here] as number)
    }
    if (active[member] === 1) directIn[above] = (directIn[above] as number) + (directOwn[member] as number)
    downline[above] = (downline[above] as number) + 1 + (downline[member] as number)
  }
}
