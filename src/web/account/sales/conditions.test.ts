import { expect, test } from 'vitest'
import type { LevelCondition } from '#contract/compensation/sales.ts'
import { conditionName, conditionProgress, remainingLabel, requiredConditions } from './conditions.ts'

const condition = (change: Partial<LevelCondition>): LevelCondition => ({
  kind: 'group_pv',
  leg_level: 0,
  leg_level_name: '',
  have: 1470,
  need: 1500,
  missing: 30,
  ...change,
})

test('a condition shows what is missing', () => {
  expect(remainingLabel(condition({}))).toBe('30 group PV to go')
  expect(remainingLabel(condition({ have: 1500, missing: 0 }))).toBeUndefined()
  expect(remainingLabel(condition({ kind: 'legs', leg_level: 2, have: 1, need: 2, missing: 1 }))).toBe('1 leg to go')
  expect(remainingLabel(condition({ kind: 'legs', leg_level: 3, have: 0, need: 3, missing: 3 }))).toBe('3 legs to go')
})

test('a leg condition names the required level', () => {
  expect(conditionName(condition({ kind: 'legs', leg_level: 3, leg_level_name: 'Rubin' }))).toBe(
    'Legs with Rubin or above',
  )
})

test('a level without a customer requirement omits it', () => {
  expect(
    requiredConditions([condition({}), condition({ kind: 'customer_pv', have: 0, need: 0, missing: 0 })]),
  ).toHaveLength(1)
})

test('a bar stays between empty and full', () => {
  expect(conditionProgress(condition({ have: 3000 }))).toBe(1)
  expect(conditionProgress(condition({ have: -180 }))).toBe(0)
})
