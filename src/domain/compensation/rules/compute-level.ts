import { getLevelRow, LEVEL_CODES, type LevelCode, type Plan, type PlanLevel } from '../plan/plan.ts'

/**
 * The inputs of a member's level (docs/plan §5): the month's points, and per leg the best level of an eligible member.
 */
export type LevelInputs = {
  active: boolean
  personalPv: number
  groupPv: number
  customerPv: number
  /** Best level inside each leg, over its eligible members at any depth; 0 for a leg without any. */
  legLevels: readonly number[]
}

export type Condition =
  | { kind: 'personal_pv' | 'group_pv' | 'customer_pv'; have: number; need: number; missing: number }
  | { kind: 'legs'; legLevel: number; have: number; need: number; missing: number }

/**
 * Every condition of a level with actual and required values, including those that are met (`missing` 0); the result
 * for docs/plan §12.3.
 */
export function evaluateConditions(row: PlanLevel, { legLevels, ...volumes }: LevelInputs): Condition[] {
  return buildConditions(row, volumes, countQualifiedLegs(legLevels, row.legLevel))
}

/**
 * Like `evaluateConditions`, with the qualified legs already counted: those with an eligible member of the row's leg
 * level.
 */
export function buildConditions(
  row: PlanLevel,
  { personalPv, groupPv, customerPv }: Pick<LevelInputs, 'personalPv' | 'groupPv' | 'customerPv'>,
  qualified: number,
): Condition[] {
  return [
    { kind: 'personal_pv', ...toGap(personalPv, row.personalPv) },
    { kind: 'group_pv', ...toGap(groupPv, row.groupPv) },
    { kind: 'customer_pv', ...toGap(customerPv, row.customerPv) },
    { kind: 'legs', legLevel: row.legLevel, ...toGap(qualified, row.legs) },
  ]
}

const toGap = (have: number, need: number) => ({ have, need, missing: Math.max(0, need - have) })

/**
 * The highest level whose four conditions are all met (docs/plan §5). Level 1 requires nothing, not even positive
 * points after returns; ineligible members have level 1.
 */
export const computeLevel = (plan: Pick<Plan, 'levels'>, { legLevels, ...inputs }: LevelInputs): LevelCode =>
  computeLevelWith(plan, inputs, (legLevel) => countQualifiedLegs(legLevels, legLevel))

const countQualifiedLegs = (legLevels: readonly number[], legLevel: number): number =>
  legLevels.filter((best) => best >= legLevel && best > 0).length

/** Like `computeLevel`, with a callback that counts the legs with an eligible member of a level. */
export function computeLevelWith(
  plan: Pick<Plan, 'levels'>,
  { active, ...volumes }: Omit<LevelInputs, 'legLevels'>,
  qualified: (legLevel: number) => number,
): LevelCode {
  if (!active) return 1
  const reached = LEVEL_CODES.filter((code) => {
    const row = getLevelRow(plan, code)
    return buildConditions(row, volumes, qualified(row.legLevel)).every(({ missing }) => missing === 0)
  })
  return reached.at(-1) ?? 1
}
