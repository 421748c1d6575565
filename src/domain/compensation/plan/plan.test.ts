import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { anyPlan } from '#test/random-networks.ts'
import { canStartIn, EXAMPLE_PLAN, findPlanFaults, getPlan, type PlanLevel } from './plan.ts'

const withChange = (code: number, change: Partial<PlanLevel>) => ({
  ...EXAMPLE_PLAN,
  levels: EXAMPLE_PLAN.levels.map((row) => (row.code === code ? { ...row, ...change } : row)),
})

describe('a plan', () => {
  it('is valid by default', () => {
    expect(findPlanFaults(EXAMPLE_PLAN)).toEqual([])
  })

  it('may be any monotone table', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(findPlanFaults(plan)).toEqual([])
      }),
    )
  })

  it.each([
    [
      'a column that decreases',
      withChange(5, { groupPv: 3_999 }),
      { code: 'column_decreases', level: 5, column: 'groupPv' },
    ],
    [
      'fewer legs than the level below',
      withChange(8, { legs: 2 }),
      { code: 'column_decreases', level: 8, column: 'legs' },
    ],
    ['two equal rates', withChange(4, { rateBp: 900 }), { code: 'rate_does_not_rise', level: 4 }],
    ['a lower rate', withChange(4, { rateBp: 800 }), { code: 'column_decreases', level: 4, column: 'rateBp' }],
    [
      'half a point',
      withChange(9, { groupPv: 120_000.5 }),
      { code: 'not_a_whole_number', level: 9, column: 'groupPv' },
    ],
    ['a first level with a threshold', withChange(1, { personalPv: 1 }), { code: 'first_level_has_requirements' }],
    ['a level without points', withChange(2, { groupPv: 0 }), { code: 'enrollment_would_qualify', level: 2 }],
    [
      'legs that any member would satisfy',
      withChange(4, { legLevel: 1 }),
      { code: 'enrollment_would_qualify', level: 4 },
    ],
    ['rates above 100 percent', withChange(9, { rateBp: 9_701 }), { code: 'rates_exceed_100_percent' }],
    ['one level too few', { ...EXAMPLE_PLAN, levels: EXAMPLE_PLAN.levels.slice(1) }, { code: 'wrong_levels' }],
    [
      'a fraction in the direct line',
      { ...EXAMPLE_PLAN, directLineRateBp: 0.5 },
      { code: 'not_a_whole_number', level: 0, column: 'directLineRateBp' },
    ],
  ])('is refused with %s', (_, plan, expected) => {
    expect(findPlanFaults(plan)).toContainEqual(expected)
  })

  it('applies from its first month until the next version does', () => {
    const next = { ...EXAMPLE_PLAN, version: 2, firstMonth: month('2026-05') }
    const findVersion = (value: string) => getPlan([next, EXAMPLE_PLAN], month(value)).version
    expect([findVersion('2026-04'), findVersion('2026-05'), findVersion('2027-01')]).toEqual([1, 2, 2])
    expect(() => getPlan([next], month('2026-04'))).toThrow(RangeError)
  })

  it('may change only from a month that has not begun', () => {
    expect(canStartIn(month('2026-04'), month('2026-04'))).toBe(false)
    expect(canStartIn(month('2026-05'), month('2026-04'))).toBe(true)
  })
})
