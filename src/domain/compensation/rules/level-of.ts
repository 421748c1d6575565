import { LEVEL_CODES, type LevelCode, levelRow, type Plan, type PlanLevel } from '../plan/plan.ts'

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
export function conditionsOf(row: PlanLevel, { legLevels, ...volumes }: LevelInputs): Condition[] {
  return conditionsAt(row, volumes, qualifiedLegs(legLevels, row.legLevel))
}

/**
 * Like `conditionsOf`, with the qualified legs already counted: those with an eligible member of the row's leg level.
 */
export function conditionsAt(
  row: PlanLevel,
  { personalPv, groupPv, customerPv }: Pick<LevelInputs, 'personalPv' | 'groupPv' | 'customerPv'>,
  qualified: number,
): Condition[] {
  return [
    { kind: 'personal_pv', ...gap(personalPv, row.personalPv) },
    { kind: 'group_pv', ...gap(groupPv, row.groupPv) },
    { kind: 'customer_pv', ...gap(customerPv, row.customerPv) },
    { kind: 'legs', legLevel: row.legLevel, ...gap(qualified, row.legs) },
  ]
}

const gap = (have: number, need: number) => ({ have, need, missing: Math.max(0, need - have) })

/**
 * The highest level whose four conditions are all met (docs/plan §5). Level 1 requires nothing, not even positive
 * points after returns; ineligible members have level 1.
 */
export const levelOf = (plan: Pick<Plan, 'levels'>, { legLevels, ...inputs }: LevelInputs): LevelCode =>
  levelAt(plan, inputs, (legLevel) => qualifiedLegs(legLevels, legLevel))

const qualifiedLegs = (legLevels: readonly number[], legLevel: number): number =>
  legLevels.filter((best) => best >= legLevel && best > 0).length

/** Like `levelOf`, with a callback that counts the legs with an eligible member of a level. */
export function levelAt(
  plan: Pick<Plan, 'levels'>,
  { active, ...volumes }: Omit<LevelInputs, 'legLevels'>,
  qualified: (legLevel: number) => number,
): LevelCode {
  if (!active) return 1
  const held = LEVEL_CODES.filter((code) => {
    const row = levelRow(plan, code)
    return conditionsAt(row, volumes, qualified(row.legLevel)).every(({ missing }) => missing === 0)
  })
  return held.at(-1) ?? 1
}
