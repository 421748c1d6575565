/** A calendar day, `YYYY-MM-DD`: sorts as text. */
export type Day = string

const DAY_MS = 86_400_000
const MONDAY = 1
const THURSDAY = 4

const toMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)
const weekdayOf = (day: Day): number => new Date(toMs(day)).getUTCDay()

/** The calendar day `days` days later; earlier if negative. */
export const addDays = (day: Day, days: number): Day => toDay(toMs(day) + days * DAY_MS)

/** Number of days from the first to the second; negative if the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => (toMs(to) - toMs(from)) / DAY_MS

const createDay = (year: number, month: number, day: number): Day => toDay(Date.UTC(year, month - 1, day))

/** The first, second, … given weekday of a month. */
function findNthWeekday(count: number, weekday: number, year: number, month: number): Day {
  const first = createDay(year, month, 1)
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7)
}

function findLastMonday(year: number, month: number): Day {
  const last = createDay(year, month + 1, 0)
  return addDays(last, -((weekdayOf(last) - MONDAY + 7) % 7))
}

/**
 * A holiday on a Sunday is observed on Monday; one on a Saturday is not moved, and banks are open on the Friday before.
 */
const toObserved = (day: Day): Day => (weekdayOf(day) === 0 ? addDays(day, 1) : day)

/** Cached by year: every order checks each day of its payment period. */
const holidaysByYear = new Map<number, readonly Day[]>()

/** The Federal Reserve's eleven holidays of a year as observed by its banks, in order (docs/back-office §3). */
export function listBankHolidays(year: number): readonly Day[] {
  const cached = holidaysByYear.get(year)
  if (cached) return cached
  const holidays = [
    toObserved(createDay(year, 1, 1)),
    findNthWeekday(3, MONDAY, year, 1),
    findNthWeekday(3, MONDAY, year, 2),
    findLastMonday(year, 5),
    toObserved(createDay(year, 6, 19)),
    toObserved(createDay(year, 7, 4)),
    findNthWeekday(1, MONDAY, year, 9),
    findNthWeekday(2, MONDAY, year, 10),
    toObserved(createDay(year, 11, 11)),
    findNthWeekday(4, THURSDAY, year, 11),
    toObserved(createDay(year, 12, 25)),
  ]
  holidaysByYear.set(year, holidays)
  return holidays
}

/** Returns whether banks are open: not on weekends, nor on holidays. */
export function isBankingDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !listBankHolidays(Number(day.slice(0, 4))).includes(day)
}

/**
 * The banking day `count` banking days after a day, which need not be one and is not counted; before it if negative.
 */
export function addBankingDays(day: Day, count: number): Day {
  const step = Math.sign(count)
  let current = day
  for (let remaining = Math.abs(count); remaining > 0; ) {
    current = addDays(current, step)
    if (isBankingDay(current)) remaining--
  }
  return current
}
