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

const indexOf = (value: Month): number => (Number(value.slice(0, 4)) - FIRST_YEAR) * 12 + Number(value.slice(5)) - 1
const LAST_INDEX = (LAST_YEAR - FIRST_YEAR + 1) * 12 - 1

function atIndex(index: number): Month {
  if (index < 0 || index > LAST_INDEX) throw new RangeError('a month before 1970 or after 9998')
  const year = FIRST_YEAR + Math.floor(index / 12)
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}` as Month
}

/** The next month; throws a RangeError past the last supported year. */
export const nextMonth = (value: Month): Month => atIndex(indexOf(value) + 1)
export const previousMonth = (value: Month): Month => atIndex(indexOf(value) - 1)

/** Negative if `a` is earlier, 0 if they are equal: for `sort` and comparisons with 0. */
export const compareMonths = (a: Month, b: Month): number => indexOf(a) - indexOf(b)

/** Every month from the first to the last, inclusive; empty if the last is earlier. */
export const monthsFrom = (first: Month, last: Month): Month[] =>
  Array.from({ length: Math.max(0, compareMonths(last, first) + 1) }, (_, n) => atIndex(indexOf(first) + n))

/** The month's first instant in milliseconds since 1970 UTC; the month includes it. */
export const firstInstant = (value: Month): number => startAt(indexOf(value))

/** Midnight `days` calendar days after the month's end, correct across clock changes. */
export const daysAfterEnd = (value: Month, days: number): number => midnightOf(indexOf(value) + 1, 1 + days)

/** The first instant of a day (`YYYY-MM-DD`) in the store's time zone. */
export const dayStart = (day: string): number => midnightOf(indexOf(month(day.slice(0, 7))), Number(day.slice(8)))

/** The first instant after a day (`YYYY-MM-DD`): the next one's midnight. */
export const dayEnd = (day: string): number => midnightOf(indexOf(month(day.slice(0, 7))), Number(day.slice(8)) + 1)

/** The day (`YYYY-MM-DD`) that contains an instant, in the store's time zone. */
export const shopDayOf = (instant: number): string => new Date(instant + offsetAt(instant)).toISOString().slice(0, 10)

/** A full hour of a day in the store's time zone; one that a clock change skips is the next hour. */
export function hourOf(day: string, hour: number): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
  const near = wall - offsetAt(wall)
  return wall - offsetAt(near)
}

/** The first instant of the day before the one that contains the given instant, in the store's time zone. */
export function yesterdayStart(instant: number): number {
  const wall = new Date(instant + offsetAt(instant))
  return midnightOf((wall.getUTCFullYear() - FIRST_YEAR) * 12 + wall.getUTCMonth(), wall.getUTCDate() - 1)
}

/**
 * The month that contains an instant (milliseconds since 1970 UTC), by the time zone's rules and never by a fixed
 * offset (docs/plan §4.1, §13.16). Estimates it from the mean length of a month and corrects it with cached boundaries:
 * millions per second.
 */
export function monthOf(instant: number): Month {
  if (!Number.isFinite(instant)) throw new RangeError(`${instant} is not an instant`)
  let index = Math.min(LAST_INDEX, Math.max(0, Math.floor(instant / MEAN_MONTH_MS)))
  while (index <= LAST_INDEX && instant >= startAt(index + 1)) index++
  while (index >= 0 && instant < startAt(index)) index--
  names[index] ??= atIndex(index)
  return names[index] as Month
}

const names: Month[] = []
const starts: number[] = []

function startAt(index: number): number {
  starts[index] ??= midnightOf(index, 1)
  return starts[index]
}

function midnightOf(index: number, day: number): number {
  const wall = Date.UTC(FIRST_YEAR, index, day)
  // Twice, because the first offset may be from the other side of a clock change.
  const near = wall - offsetAt(wall)
  return wall - offsetAt(near)
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
const offsets = new Map<number, number>()
const MAX_OFFSETS = 10_000

/** Offset of the time zone from UTC at an instant, in milliseconds; negative in New York. */
function offsetAt(instant: number): number {
  const hour = Math.floor(instant / HOUR_MS)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  if (offsets.size === MAX_OFFSETS) offsets.clear()
  const offset = askOffset(hour * HOUR_MS)
  offsets.set(hour, offset)
  return offset
}

function askOffset(instant: number): number {
  const part = Object.fromEntries(wallClock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month: nth = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, nth - 1, day, hour, minute, second) - instant
}
