import { compareMonths, type Month, month } from '#domain/calendar/month.ts'

/** 1 User, 2 Silver … 9 Crown (docs/specification §4). */
export const LEVEL_CODES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type LevelCode = (typeof LEVEL_CODES)[number]

/** One row of the plan's table: a level's monthly requirements and rate. PV in points, rates in basis points. */
export type PlanLevel = {
  code: LevelCode
  name: string
  personalPv: number
  groupPv: number
  customerPv: number
  /** Number of legs that must have a member of at least `legLevel`; both are 0 if no legs are required. */
  legs: number
  legLevel: number
  rateBp: number
}

/** The plan is data (docs/plan §5, §6): a version applies from its first month until the next version's. */
export type Plan = {
  version: number
  firstMonth: Month
  levels: readonly PlanLevel[]
  directLineRateBp: number
}

const createLevel = (
  code: LevelCode,
  name: string,
  [personalPv, groupPv, customerPv]: readonly [number, number, number],
  [legs, legLevel]: readonly [number, number],
  rateBp: number,
): PlanLevel => ({ code, name, personalPv, groupPv, customerPv, legs, legLevel, rateBp })

/** The default compensation plan (docs/plan). */
export const EXAMPLE_PLAN: Plan = {
  version: 1,
  firstMonth: month('2000-01'),
  levels: [
    createLevel(1, 'User', [0, 0, 0], [0, 0], 300),
    createLevel(2, 'Silver', [100, 500, 0], [0, 0], 600),
    createLevel(3, 'Ruby', [100, 1_500, 0], [0, 0], 900),
    createLevel(4, 'Sapphire', [150, 4_000, 50], [2, 2], 1_200),
    createLevel(5, 'Emerald', [150, 8_000, 50], [2, 2], 1_500),
    createLevel(6, 'Diamond', [200, 15_000, 100], [2, 3], 1_800),
    createLevel(7, 'Double Diamond', [200, 30_000, 100], [3, 3], 2_000),
    createLevel(8, 'Triple Diamond', [200, 60_000, 150], [3, 4], 2_200),
    createLevel(9, 'Crown', [200, 120_000, 150], [4, 4], 2_400),
  ],
  directLineRateBp: 300,
}

const WHOLE = 10_000

export type PlanFault =
  | { code: 'wrong_levels' }
  | { code: 'not_a_whole_number'; level: number; column: PlanColumn }
  | { code: 'first_level_has_requirements' }
  | { code: 'column_decreases'; level: number; column: PlanColumn }
  | { code: 'rate_does_not_rise'; level: number }
  | { code: 'enrollment_would_qualify'; level: number }
  | { code: 'rates_exceed_100_percent' }

const COLUMNS = ['personalPv', 'groupPv', 'customerPv', 'legs', 'legLevel', 'rateBp'] as const
type PlanColumn = (typeof COLUMNS)[number] | 'directLineRateBp'

/**
 * Everything that prevents saving a plan (docs/plan §5.3): columns must not decrease, rates must strictly increase, the
 * first level must be open to all, enrollments alone must qualify nobody, and at most 100% of an order may be paid.
 * Empty if the plan is valid.
 */
export function findPlanFaults(plan: Pick<Plan, 'levels' | 'directLineRateBp'>): PlanFault[] {
  const { levels, directLineRateBp } = plan
  const [first] = levels
  if (!first || levels.length !== LEVEL_CODES.length || levels.some(({ code }, n) => code !== LEVEL_CODES[n])) {
    return [{ code: 'wrong_levels' }]
  }
  const faults: PlanFault[] = []
  if (!isWhole(directLineRateBp)) faults.push({ code: 'not_a_whole_number', level: 0, column: 'directLineRateBp' })
  if (COLUMNS.some((column) => column !== 'rateBp' && first[column] !== 0))
    faults.push({ code: 'first_level_has_requirements' })
  for (const [n, row] of levels.entries()) {
    for (const column of COLUMNS) {
      if (!isWhole(row[column])) faults.push({ code: 'not_a_whole_number', level: row.code, column })
    }
    const below = levels[n - 1]
    if (below) faults.push(...findStepFaults(below, row))
  }
  if ((levels.at(-1)?.rateBp ?? 0) + directLineRateBp > WHOLE) faults.push({ code: 'rates_exceed_100_percent' })
  return faults
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

function findStepFaults(below: PlanLevel, row: PlanLevel): PlanFault[] {
  const faults: PlanFault[] = COLUMNS.filter((column) => row[column] < below[column]).map((column) => ({
    code: 'column_decreases',
    level: row.code,
    column,
  }))
  if (row.rateBp === below.rateBp) faults.push({ code: 'rate_does_not_rise', level: row.code })
  // Legs of level 1, or a level without points, would pay for signing people up (docs/plan §0.1, §17.1).
  const acceptsAnyLeg = row.legs > 0 && row.legLevel < 2
  const unknownLegs = row.legLevel > LEVEL_CODES.length || (row.legs === 0 && row.legLevel > 0)
  if (acceptsAnyLeg || unknownLegs || row.groupPv === 0)
    faults.push({ code: 'enrollment_would_qualify', level: row.code })
  return faults
}

/** The version that applies to a month: the one with the latest first month not after it. Throws if there is none. */
export function getPlan(plans: readonly Plan[], value: Month): Plan {
  const started = plans.filter(({ firstMonth }) => compareMonths(firstMonth, value) <= 0)
  const [latest] = started.sort((a, b) => compareMonths(b.firstMonth, a.firstMonth) || b.version - a.version)
  if (!latest) throw new RangeError(`no plan applies to ${value}`)
  return latest
}

/** Returns whether a plan may begin with a month: only with one that has not begun (docs/plan §4.3). */
export const canStartIn = (firstMonth: Month, currentMonth: Month): boolean =>
  compareMonths(firstMonth, currentMonth) > 0

/** The level's row. Level 0 means an ineligible member, who has none. */
export function getLevelRow(plan: Pick<Plan, 'levels'>, code: number): PlanLevel {
  const row = plan.levels[code - 1]
  if (!row) throw new RangeError(`level ${code} does not exist`)
  return row
}

/** Basis points of the month's level; 0 for ineligible members (docs/plan §1). */
export const getRate = (plan: Pick<Plan, 'levels'>, member: { active: boolean; level: number }): number =>
  member.active ? getLevelRow(plan, member.level).rateBp : 0
