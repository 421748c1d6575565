import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCloseRefusal, getMonthState } from '#domain/compensation/month/month-state.ts'
import {
  compareMonths,
  firstInstant,
  month,
  monthOf,
  monthsFrom,
  nextMonth,
  parseMonth,
  previousMonth,
  yesterdayStart,
} from './month.ts'

const parseTime = (iso: string) => Date.parse(iso)
const anyMonth = fc
  .record({ year: fc.integer({ min: 1971, max: 2200 }), nth: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, nth }) => month(`${year}-${String(nth).padStart(2, '0')}`))

/** The calendar of `Intl`, formatted for each instant: slow, and independent of the cached boundaries. */
const formatMonth = (instant: number) => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit' })
    .formatToParts(instant)
    .map(({ type, value }) => [type, value])
  const { year, month: nth } = Object.fromEntries(parts)
  return `${year}-${nth}`
}

describe('a month', () => {
  it('ends at midnight in New York, not in London (docs/plan §11)', () => {
    expect(monthOf(parseTime('2026-04-01T03:30:00Z'))).toBe('2026-03')
    expect(monthOf(parseTime('2026-04-01T04:00:00Z'))).toBe('2026-04')
    expect(firstInstant(month('2026-03'))).toBe(parseTime('2026-03-01T05:00:00Z'))
    expect(firstInstant(month('2026-04'))).toBe(parseTime('2026-04-01T04:00:00Z'))
  })

  it('begins before the clocks change if both happen on one day', () => {
    expect(firstInstant(month('2026-11'))).toBe(parseTime('2026-11-01T04:00:00Z'))
    expect(firstInstant(month('2026-12'))).toBe(parseTime('2026-12-01T05:00:00Z'))
  })

  it('invariant 16: separates instants a millisecond before and after local midnight, also when clocks change', () => {
    fc.assert(
      fc.property(anyMonth, (value) => {
        const start = firstInstant(value)
        expect(monthOf(start)).toBe(value)
        expect(monthOf(start - 1)).toBe(previousMonth(value))
        expect(monthOf(firstInstant(nextMonth(value)) - 1)).toBe(value)
        expect([formatMonth(start - 1), formatMonth(start)]).toEqual([previousMonth(value), value])
      }),
    )
  })

  it('starts yesterday at the midnight before the last one, also when clocks change', () => {
    const yesterdayOf = (iso: string) => new Date(yesterdayStart(parseTime(iso))).toISOString()
    expect(yesterdayOf('2026-03-09T04:00:00Z')).toBe('2026-03-08T05:00:00.000Z')
    expect(yesterdayOf('2026-03-09T03:59:59Z')).toBe('2026-03-07T05:00:00.000Z')
    expect(yesterdayOf('2026-11-02T17:00:00Z')).toBe('2026-11-01T04:00:00.000Z')
    expect(yesterdayOf('2026-01-01T12:00:00Z')).toBe('2025-12-31T05:00:00.000Z')
    expect(yesterdayOf('2028-03-01T12:00:00Z')).toBe('2028-02-29T05:00:00.000Z')
  })

  it('matches the calendar at any instant', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: parseTime('1970-01-01T05:00:00Z'), max: parseTime('2150-01-01T00:00:00Z') }),
        (instant) => {
          expect(monthOf(instant)).toBe(formatMonth(instant))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('has a next and a previous month, and is listed across years', () => {
    expect(nextMonth(month('2026-12'))).toBe('2027-01')
    expect(previousMonth(month('2026-01'))).toBe('2025-12')
    expect(monthsFrom(month('2025-11'), month('2026-02'))).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsFrom(month('2026-02'), month('2026-01'))).toEqual([])
    expect(compareMonths(month('2025-12'), month('2026-01'))).toBeLessThan(0)
    expect(compareMonths(month('2026-01'), month('2026-01'))).toBe(0)
  })

  it.each(['2026-13', '2026-00', '2026-1', '26-01', '2026-01-01', '', '1969-12', '9999-01'])('is not %j', (text) => {
    expect(parseMonth(text)).toBeUndefined()
    expect(() => month(text)).toThrow(RangeError)
  })

  it('refuses invalid instants, and instants outside of the supported months', () => {
    expect(() => monthOf(Number.NaN)).toThrow(RangeError)
    expect(() => monthOf(parseTime('1969-12-01T00:00:00Z'))).toThrow(RangeError)
    expect(() => monthOf(parseTime('9999-06-01T00:00:00Z'))).toThrow(RangeError)
    expect(() => previousMonth(month('1970-01'))).toThrow(RangeError)
  })
})

describe("a month's state", () => {
  const march = month('2026-03')
  const closingState = { settlingDays: 5, closed: false, previousClosed: true }

  it('is open during the month and settling until staff close it', () => {
    expect(getMonthState(march, parseTime('2026-03-01T04:59:59.999Z'))).toBeUndefined()
    expect(getMonthState(march, parseTime('2026-03-01T05:00:00Z'))).toBe('open')
    expect(getMonthState(march, parseTime('2026-04-01T03:59:59.999Z'))).toBe('open')
    expect(getMonthState(march, parseTime('2026-04-01T04:00:00Z'))).toBe('settling')
    expect(getMonthState(march, parseTime('2026-12-01T00:00:00Z'))).toBe('settling')
    expect(getMonthState(march, parseTime('2026-12-01T00:00:00Z'), { closed: true, paid: false })).toBe('closed')
    expect(getMonthState(march, parseTime('2026-12-01T00:00:00Z'), { closed: true, paid: true })).toBe('paid')
  })

  it('allows one close, in order, after the settling days', () => {
    expect(findCloseRefusal(march, parseTime('2026-03-31T12:00:00Z'), closingState)).toBe('month_not_over')
    expect(findCloseRefusal(march, parseTime('2026-04-06T03:59:59Z'), closingState)).toBe('still_settling')
    expect(findCloseRefusal(march, parseTime('2026-04-06T04:00:00Z'), closingState)).toBeUndefined()
    expect(findCloseRefusal(march, parseTime('2026-04-07T00:00:00Z'), { ...closingState, closed: true })).toBe(
      'month_already_closed',
    )
    expect(findCloseRefusal(march, parseTime('2026-04-07T00:00:00Z'), { ...closingState, previousClosed: false })).toBe(
      'earlier_month_open',
    )
  })

  it('counts whole calendar days of settling, also when the clocks go back', () => {
    const october = month('2026-10')
    expect(findCloseRefusal(october, parseTime('2026-11-06T04:59:59Z'), closingState)).toBe('still_settling')
    expect(findCloseRefusal(october, parseTime('2026-11-06T05:00:00Z'), closingState)).toBeUndefined()
  })
})
