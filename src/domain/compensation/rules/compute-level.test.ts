import { describe, expect, it } from 'vitest'
import { EXAMPLE_PLAN } from '../plan/plan.ts'
import { computeLevel, type LevelInputs } from './compute-level.ts'

const makeLevelInputs = (change: Partial<LevelInputs>): LevelInputs => ({
  active: true,
  personalPv: 200,
  groupPv: 120_000,
  customerPv: 150,
  legLevels: [4, 4, 4, 4],
  ...change,
})

describe('the level of a month', () => {
  it.each([
    ['everything', {}, 9],
    ['a group PV short of Crown by one', { groupPv: 119_999 }, 8],
    ['three qualified legs', { legLevels: [9, 4, 4, 3, 3] }, 8],
    ['Rubies in three legs', { legLevels: [3, 3, 3] }, 7],
    ['Rubies in two legs', { legLevels: [3, 3, 2, 1, 0] }, 6],
    ['two Silver legs', { legLevels: [2, 2] }, 5],
    ['one leg with the best', { legLevels: [9] }, 3],
    ['no customers', { customerPv: 0 }, 3],
    ['personal PV of a Sapphire', { personalPv: 150 }, 5],
    ['personal PV short of Silver', { personalPv: 99 }, 1],
    ['nothing but returns', { personalPv: -540, groupPv: -540, customerPv: 0, legLevels: [] }, 1],
    ['customer PV below zero after a return', { customerPv: -1, legLevels: [] }, 1],
    ['all of it, but not Active', { active: false }, 1],
  ] as const)('with %s', (_, change, level) => {
    expect(computeLevel(EXAMPLE_PLAN, makeLevelInputs(change))).toBe(level)
  })
})
