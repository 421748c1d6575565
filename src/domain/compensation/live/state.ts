import { LEVEL_CODES, type Plan } from '../plan/plan.ts'

/** Number of rates at which a member can be paid; `ownSteps` and `inflowSteps` have this many steps per member. */
export const STEPS = LEVEL_CODES.length

/**
 * A month that is not closed, in growing columns (docs/plan §16). Members and orders are indexes. Per level, `ownSteps`
 * is the value of the step from the rate below to that level's rate on the member's own orders, and `inflowSteps` the
 * same for orders of the legs that nobody there has taken. Eligible members take all steps up to their level; the rest
 * passes further up.
 */
export type LiveState = {
  plan: Plan
  members: number
  orders: number

  sponsor: Int32Array
  active: Uint8Array
  /** The level up to which the member takes the steps; 0 for ineligible members. */
  takenLevel: Uint8Array
  /**
   * Best level of an eligible member in the leg that begins with this member: exact for that member, and limited to the
   * plan's leg levels for those below.
   */
  bestLegLevel: Uint8Array
  personalPv: Float64Array
  customerPv: Float64Array
  groupPv: Float64Array
  totalSalesCents: Float64Array
  /** Reversals of closed months' orders, and corrections, booked in this month. */
  bookedSalesCents: Float64Array
  bookedLevelCents: Float64Array
  ownSteps: Float64Array
  inflowSteps: Float64Array
  /** The direct line's share of the member's own orders, and of those of the active legs' first members. */
  ownDirectLine: Float64Array
  legsDirectLine: Float64Array
  /** The size of the downline. */
  downline: Int32Array
  firstOrder: Int32Array
  lastOrder: Int32Array
  /** Number of legs whose best level is at least that level, for level 1 and each leg level of the plan. */
  legsAtLeast: Map<number, Uint32Array>

  credited: Int32Array
  customer: Uint8Array
  cvCents: Float64Array
  pv: Float64Array
  /** The credited member's next order, −1 at the end. */
  nextOrder: Int32Array

  /**
   * For members present at the load: the position of each direct line in `directLine`, and the intervals that define
   * downlines.
   */
  loaded: {
    members: number
    offsets: Int32Array
    directLine: Int32Array
    entryPositions: Int32Array
    downlineSizes: Int32Array
  }
  /** Members enrolled since the load, by sponsor. */
  enrolled: Map<number, number[]>
}

const MEMBER_COLUMNS = [
  'sponsor',
  'active',
  'takenLevel',
  'bestLegLevel',
  'personalPv',
  'customerPv',
  'groupPv',
  'totalSalesCents',
  'bookedSalesCents',
  'bookedLevelCents',
  'ownSteps',
  'inflowSteps',
  'ownDirectLine',
  'legsDirectLine',
  'downline',
  'firstOrder',
  'lastOrder',
] as const
const ORDER_COLUMNS = ['credited', 'customer', 'cvCents', 'pv', 'nextOrder'] as const

type Column = Int32Array | Uint8Array | Uint32Array | Float64Array

/** Returns the column with twice the capacity; the new part is 0. */
function createDoubled<C extends Column>(column: C): C {
  const larger = new (column.constructor as new (length: number) => C)(column.length * 2)
  larger.set(column)
  return larger
}

function doubleColumns<Name extends (typeof MEMBER_COLUMNS | typeof ORDER_COLUMNS)[number]>(
  state: Pick<LiveState, Name>,
  names: readonly Name[],
): void {
  for (const name of names) state[name] = createDoubled(state[name])
}

/** Returns true if the columns were reallocated. */
export function ensureMemberCapacity(state: LiveState): boolean {
  if (state.members < state.sponsor.length) return false
  doubleColumns(state, MEMBER_COLUMNS)
  for (const [level, legs] of state.legsAtLeast) state.legsAtLeast.set(level, createDoubled(legs))
  return true
}

export function ensureOrderCapacity(state: LiveState): void {
  if (state.orders < state.credited.length) return
  doubleColumns(state, ORDER_COLUMNS)
}

/** Level 1 and the leg levels of the plan, lowest first. */
export const findLegLevels = (plan: Plan): number[] =>
  [...new Set([1, ...plan.levels.filter(({ legs }) => legs > 0).map(({ legLevel }) => legLevel)])].sort((a, b) => a - b)
