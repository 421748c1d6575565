/**
 * `YYYY-MM` in the store's time zone: half-open, from local midnight to the next month's (docs/plan §4.1). Sorts as
 * text.
 */
export type Month = string & { readonly __unit: 'month' }

export const MONTH_ZONE = 'America/New_York'

const FIRST_YEAR = 1970
const LAST_YEAR = 9998
const MEAN_MONTH_MS = (365.2425 / 12) * 86_400_000

/** Undefined for anything but `YYYY-MM` of the years 1970–9998. */
export function parseMonth(text: string): Month | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (!year || !month || Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined
  return text as Month
}

/** Parses a trusted month; throws a RangeError instead of returning undefined. */
export function month(text: string): Month {
  const parsed = parseMonth(text)
  if (!parsed) throw new RangeError(`"${text}" is not a month`)
  return parsed
}

const toIndex = (value: Month): number => (Number(value.slice(0, 4)) - FIRST_YEAR) * 12 + Number(value.slice(5)) - 1
const LAST_INDEX = (LAST_YEAR - FIRST_YEAR + 1) * 12 - 1

function fromIndex(index: number): Month {
  if (index < 0 || index > LAST_INDEX) throw new RangeError('a month before 1970 or after 9998')
  const year = FIRST_YEAR + Math.floor(index / 12)
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}` as Month
}

/** The next month; throws a RangeError past the last supported year. */
export const nextMonth = (value: Month): Month => fromIndex(toIndex(value) + 1)
export const previousMonth = (value: Month): Month => fromIndex(toIndex(value) - 1)

/** Negative if `a` is earlier, 0 if they are equal: for `sort` and comparisons with 0. */
export const compareMonths = (a: Month, b: Month): number => toIndex(a) - toIndex(b)

/** Every month from the first to the last, inclusive; empty if the last is earlier. */
export const monthsFrom = (first: Month, last: Month): Month[] =>
  Array.from({ length: Math.max(0, compareMonths(last, first) + 1) }, (_, n) => fromIndex(toIndex(first) + n))

/** The month's first instant in milliseconds since 1970 UTC; the month includes it. */
export const firstInstant = (value: Month): number => getStart(toIndex(value))

/** Midnight `days` calendar days after the month's end, correct across clock changes. */
export const daysAfterEnd = (value: Month, days: number): number => calculateMidnight(toIndex(value) + 1, 1 + days)

/** The first instant of a day (`YYYY-MM-DD`) in the store's time zone. */
export const dayStart = (day: string): number =>
  calculateMidnight(toIndex(month(day.slice(0, 7))), Number(day.slice(8)))

/** The first instant after a day (`YYYY-MM-DD`): the next one's midnight. */
export const dayEnd = (day: string): number =>
  calculateMidnight(toIndex(month(day.slice(0, 7))), Number(day.slice(8)) + 1)

/** The day (`YYYY-MM-DD`) that contains an instant, in the store's time zone. */
export const shopDayOf = (instant: number): string => new Date(instant + getOffset(instant)).toISOString().slice(0, 10)

/** A full hour of a day in the store's time zone; one that a clock change skips is the next hour. */
export function hourOf(day: string, hour: number): number {
  const wallTime = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  const estimate = wallTime - getOffset(wallTime)
  return wallTime - getOffset(estimate)
}

/** The first instant of the day before the one that contains the given instant, in the store's time zone. */
export function yesterdayStart(instant: number): number {
  const wallTime = new Date(instant + getOffset(instant))
  return calculateMidnight(
    (wallTime.getUTCFullYear() - FIRST_YEAR) * 12 + wallTime.getUTCMonth(),
    wallTime.getUTCDate() - 1,
  )
}

/**
 * The month that contains an instant (milliseconds since 1970 UTC), by the time zone's rules and never by a fixed
 * offset (docs/plan §4.1, §13.16). Estimates it from the mean length of a month and corrects it with cached boundaries:
 * millions per second.
 */
export function monthOf(instant: number): Month {
  if (!Number.isFinite(instant)) throw new RangeError(`${instant} is not an instant`)
  let index = Math.min(LAST_INDEX, Math.max(0, Math.floor(instant / MEAN_MONTH_MS)))
  while (index <= LAST_INDEX && instant >= getStart(index + 1)) index++
  while (index >= 0 && instant < getStart(index)) index--
  cachedMonths[index] ??= fromIndex(index)
  return cachedMonths[index] as Month
}

const cachedMonths: Month[] = []
const cachedStarts: number[] = []

function getStart(index: number): number {
  cachedStarts[index] ??= calculateMidnight(index, 1)
  return cachedStarts[index]
}

function calculateMidnight(index: number, day: number): number {
  const wallTime = Date.UTC(FIRST_YEAR, index, day)
  // Twice, because the first offset may be from the other side of a clock change.
  const estimate = wallTime - getOffset(wallTime)
  return wallTime - getOffset(estimate)
}

const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: MONTH_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

const HOUR_MS = 3_600_000
/**
 * Cached by UTC hour, because clocks change at full hours. One call of `Intl` takes as long as all other arithmetic of
 * an order.
 */
const cachedOffsets = new Map<number, number>()
const MAX_OFFSETS = 10_000

/** Offset of the time zone from UTC at an instant, in milliseconds; negative in New York. */
function getOffset(instant: number): number {
  const hour = Math.floor(instant / HOUR_MS)
  const cached = cachedOffsets.get(hour)
  if (cached !== undefined) return cached
  if (cachedOffsets.size === MAX_OFFSETS) cachedOffsets.clear()
  const offset = computeOffset(hour * HOUR_MS)
  cachedOffsets.set(hour, offset)
  return offset
}

function computeOffset(instant: number): number {
  const part = Object.fromEntries(wallClock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month: nth = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, nth - 1, day, hour, minute, second) - instant
}
