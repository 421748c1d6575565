import { LEVEL_CODES, type Plan } from '../../network/plan.ts'

/** Rates a member can be paid at: a row of steps a member. */
export const STEPS = LEVEL_CODES.length

/**
 * A month that is not closed, kept in columns that grow (docs/plan §16). Members and orders are places. `own` holds per
 * level what the step from the rate below to its rate is worth on the member's own orders, `inflow` the same for what
 * comes up from the legs and nobody there has taken; whoever is eligible takes all steps up to their level, the rest
 * goes on up.
 */
export type LiveState = {
  plan: Plan
  members: number
  orders: number

  sponsor: Int32Array
  active: Uint8Array
  /** The level up to which the member takes the steps; 0 for who is not eligible. */
  taken: Uint8Array
  /** Best level of an eligible member of the leg, the member included, as far as the plan's leg levels tell. */
  best: Uint8Array
  personalPv: Float64Array
  customerPv: Float64Array
  groupPv: Float64Array
  totalSalesCents: Float64Array
  /** Reversals of closed months' orders, booked in this one. */
  bookedSalesCents: Float64Array
  bookedLevelCents: Float64Array
  own: Float64Array
  inflow: Float64Array
  /** The direct line's rate on the member's own orders, and that of the active legs' first members. */
  directOwn: Float64Array
  directIn: Float64Array
  /** How many are below at any depth. */
  downline: Int32Array
  firstOrder: Int32Array
  lastOrder: Int32Array
  /** Legs whose best is at least that level: for 1 and each leg level that the plan asks for. */
  legsAtLeast: Map<number, Uint32Array>

  credited: Int32Array
  customer: Uint8Array
  cvCents: Float64Array
  pv: Float64Array
  /** The credited member's next order, −1 at the end. */
  nextOrder: Int32Array

  /** Of the members that were there at the load: whose direct line is where in `directLine`, and who is below whom. */
  loaded: { members: number; from: Int32Array; directLine: Int32Array; entered: Int32Array; below: Int32Array }
  /** Enrolled since, by sponsor. */
  enrolled: Map<number, number[]>
}

const MEMBER_COLUMNS = [
  'sponsor',
  'active',
  'taken',
  'best',
  'personalPv',
  'customerPv',
  'groupPv',
  'totalSalesCents',
  'bookedSalesCents',
  'bookedLevelCents',
  'own',
  'inflow',
  'directOwn',
  'directIn',
  'downline',
  'firstOrder',
  'lastOrder',
] as const
const ORDER_COLUMNS = ['credited', 'customer', 'cvCents', 'pv', 'nextOrder'] as const

type Column = Int32Array | Uint8Array | Uint32Array | Float64Array

/** The same column with room for twice as many; what is new is 0. */
function doubled<C extends Column>(column: C): C {
  const larger = new (column.constructor as new (length: number) => C)(column.length * 2)
  larger.set(column)
  return larger
}

function double<Name extends (typeof MEMBER_COLUMNS | typeof ORDER_COLUMNS)[number]>(
  state: Pick<LiveState, Name>,
  names: readonly Name[],
): void {
  for (const name of names) state[name] = doubled(state[name])
}

/** True when the columns are new ones. */
export function makeRoomForMember(state: LiveState): boolean {
  if (state.members < state.sponsor.length) return false
  double(state, MEMBER_COLUMNS)
  for (const [level, legs] of state.legsAtLeast) state.legsAtLeast.set(level, doubled(legs))
  return true
}

export function makeRoomForOrder(state: LiveState): void {
  if (state.orders < state.credited.length) return
  double(state, ORDER_COLUMNS)
}

/** 1, and the levels that legs are asked for, lowest first. */
export const legLevelsOf = (plan: Plan): number[] =>
  [...new Set([1, ...plan.levels.filter(({ legs }) => legs > 0).map(({ legLevel }) => legLevel)])].sort((a, b) => a - b)
