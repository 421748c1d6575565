import { expect, it } from 'vitest'
import { findNextBoundary, isWithin } from './period.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, second))
const period = (from: number | null, until: number | null) => ({
  from: from === null ? null : at(from).toISOString(),
  until: until === null ? null : at(until).toISOString(),
})

it('includes the beginning of a period, and not its end', () => {
  const shown = [1, 2, 3, 4].map((second) => isWithin(period(2, 4), at(second)))
  expect(shown).toEqual([false, true, true, false])
})

it('reads null as no beginning or end', () => {
  expect([
    isWithin(period(null, null), at(5)),
    isWithin(period(null, 5), at(5)),
    isWithin(period(5, null), at(5)),
  ]).toEqual([true, false, true])
})

it('finds the next beginning or end of any period', () => {
  const periods = [period(null, null), period(10, 30), period(null, 20)]
  expect(findNextBoundary(periods, at(5))).toEqual(at(10))
  expect(findNextBoundary(periods, at(10))).toEqual(at(20))
  expect(findNextBoundary(periods, at(20))).toEqual(at(30))
  expect(findNextBoundary(periods, at(30))).toBeNull()
})
