import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { month } from '#domain/calendar/month.ts'
import { anyPlan } from '#test/random-networks.ts'
import { EXAMPLE_PLAN, canStartIn, type PlanLevel, planFaults, getPlan } from './plan.ts'

const changed = (code: number, change: Partial<PlanLevel>) => ({
  ...EXAMPLE_PLAN,
  levels: EXAMPLE_PLAN.levels.map((row) => (row.code === code ? { ...row, ...change } : row)),
})

describe('a plan', () => {
  it('is valid by default', () => {
    expect(planFaults(EXAMPLE_PLAN)).toEqual([])
  })

  it('may be any monotone table', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(planFaults(plan)).toEqual([])
      }),
    )
  })

  it.each([
    ['a column that falls', changed(5, { groupPv: 3_999 }), { code: 'column_falls', level: 5, column: 'groupPv' }],
    ['legs that fall', changed(8, { legs: 2 }), { code: 'column_falls', level: 8, column: 'legs' }],
    ['two equal rates', changed(4, { rateBp: 900 }), { code: 'rate_does_not_rise', level: 4 }],
    ['a lower rate', changed(4, { rateBp: 800 }), { code: 'column_falls', level: 4, column: 'rateBp' }],
    ['half a point', changed(9, { groupPv: 120_000.5 }), { code: 'not_a_whole_number', level: 9, column: 'groupPv' }],
    ['a first level with a threshold', changed(1, { personalPv: 1 }), { code: 'first_level_asks' }],
    ['a level without points', changed(2, { groupPv: 0 }), { code: 'enrolment_would_qualify', level: 2 }],
    ['legs of anybody', changed(4, { legLevel: 1 }), { code: 'enrolment_would_qualify', level: 4 }],
    ['more than the goods are worth', changed(9, { rateBp: 9_701 }), { code: 'pays_more_than_the_goods' }],
    ['a level too few', { ...EXAMPLE_PLAN, levels: EXAMPLE_PLAN.levels.slice(1) }, { code: 'wrong_levels' }],
    [
      'a fraction in the direct line',
      { ...EXAMPLE_PLAN, directLineRateBp: 0.5 },
      { code: 'not_a_whole_number', level: 0, column: 'directLineRateBp' },
    ],
  ])('is refused with %s', (_, plan, fault) => {
    expect(planFaults(plan)).toContainEqual(fault)
  })

  it('applies from its first month until the next version does', () => {
    const next = { ...EXAMPLE_PLAN, version: 2, firstMonth: month('2026-05') }
    const versionIn = (value: string) => getPlan([next, EXAMPLE_PLAN], month(value)).version
    expect([versionIn('2026-04'), versionIn('2026-05'), versionIn('2027-01')]).toEqual([1, 2, 2])
    expect(() => getPlan([next], month('2026-04'))).toThrow(RangeError)
  })

  it('may change only from a month that has not begun', () => {
    expect(canStartIn(month('2026-04'), month('2026-04'))).toBe(false)
    expect(canStartIn(month('2026-05'), month('2026-04'))).toBe(true)
  })
})
