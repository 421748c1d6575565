import { LEVEL_CODES, type LevelCode, levelRow, type Plan, type PlanLevel } from './plan.ts'

/** What a member's level is read from (plan §5): the month's points, and per leg the best level of an eligible member. */
export type Standing = {
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

/** Every condition of a level with have and need, also those that hold (`missing` 0): the answer of plan §12.3. */
export function conditionsOf(row: PlanLevel, { legLevels, ...volumes }: Standing): Condition[] {
  const qualified = legLevels.filter((best) => best >= row.legLevel && best > 0).length
  return conditionsAt(row, volumes, qualified)
}

/** The same where the legs are counted already: those with an eligible member of the row's leg level. */
export function conditionsAt(
  row: PlanLevel,
  { personalPv, groupPv, customerPv }: Pick<Standing, 'personalPv' | 'groupPv' | 'customerPv'>,
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
 * The highest level whose four conditions all hold (plan §5). Level 1 asks for nothing, not even for points above
 * zero after returns; who is not eligible shows level 1.
 */
export function levelOf(plan: Pick<Plan, 'levels'>, standing: Standing): LevelCode {
  if (!standing.active) return 1
  const held = LEVEL_CODES.filter((code) =>
    conditionsOf(levelRow(plan, code), standing).every(({ missing }) => missing === 0),
  )
  return held.at(-1) ?? 1
}
