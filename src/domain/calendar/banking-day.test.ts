import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBankingDays, addDays, daysBetween, isBankingDay, listBankHolidays } from './banking-day.ts'

/**
 * Published by the Federal Reserve; holidays on a Saturday are listed on it, and banks are open on the Friday before.
 */
const publishedHolidays = [
  '2024-01-01 2024-01-15 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-12-25',
  '2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25',
  '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-04 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
  '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-19 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-25',
  '2028-01-01 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-11 2028-11-23 2028-12-25',
  '2029-01-01 2029-01-15 2029-02-19 2029-05-28 2029-06-19 2029-07-04 2029-09-03 2029-10-08 2029-11-12 2029-11-22 2029-12-25',
  '2030-01-01 2030-01-21 2030-02-18 2030-05-27 2030-06-19 2030-07-04 2030-09-02 2030-10-14 2030-11-11 2030-11-28 2030-12-25',
].map((line) => line.split(' '))

const anyDay = fc
  .integer({ min: 0, max: 80_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))

describe('banking days', () => {
  it('calendar days apart count correctly over months and leap days', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2026-03-08', '2026-03-08')).toBe(0)
    expect(daysBetween('2026-01-01', '2025-12-31')).toBe(-1)
  })

  it.each(publishedHolidays)('match the holidays that the Federal Reserve published (%s …)', (...holidays) => {
    expect(listBankHolidays(Number(holidays[0]?.slice(0, 4)))).toEqual(holidays)
  })

  it('move a holiday from Sunday to Monday, but not one on a Saturday', () => {
    expect(isBankingDay('2027-07-05')).toBe(false)
    // July 4, 2026 is a Saturday; banks are open on the Friday before.
    expect([isBankingDay('2026-07-03'), isBankingDay('2026-07-04'), isBankingDay('2026-07-06')]).toEqual([
      true,
      false,
      true,
    ])
    // January 1, 2028 is a Saturday: banks are open on the last Friday of 2027.
    expect(isBankingDay('2027-12-31')).toBe(true)
    // January 1, 2034 is a Sunday.
    expect([isBankingDay('2034-01-02'), isBankingDay('2034-01-03')]).toEqual([false, true])
  })

  it('are counted from the next day', () => {
    expect(addBankingDays('2026-11-23', 1)).toBe('2026-11-24')
    // Skips Thanksgiving, but not the Friday after it.
    expect(addBankingDays('2026-11-25', 1)).toBe('2026-11-27')
    expect(addBankingDays('2026-11-23', 7)).toBe('2026-12-03')
    expect(addBankingDays('2026-11-21', 1)).toBe('2026-11-23')
    expect(addBankingDays('2026-11-30', -1)).toBe('2026-11-27')
    expect(addBankingDays('2026-11-22', 0)).toBe('2026-11-22')
  })

  it('are reached one by one without skipping any in between', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 30 }), (day, count) => {
        const result = addBankingDays(day, count)
        expect(isBankingDay(result)).toBe(true)
        let bankingDays = 0
        for (let current = addDays(day, 1); current <= result; current = addDays(current, 1))
          bankingDays += isBankingDay(current) ? 1 : 0
        expect(bankingDays).toBe(count)
        expect(addBankingDays(result, -count) <= day || !isBankingDay(day)).toBe(true)
        if (isBankingDay(day)) expect(addBankingDays(result, -count)).toBe(day)
      }),
    )
  })

  it('exclude eleven holidays a year, never on a Sunday', () => {
    for (let year = 2000; year < 2200; year++) {
      const holidays = listBankHolidays(year)
      expect(new Set(holidays).size).toBe(11)
      expect(holidays).toEqual(holidays.toSorted())
      for (const holiday of holidays) expect(new Date(`${holiday}T00:00:00Z`).getUTCDay()).not.toBe(0)
    }
  })
})
