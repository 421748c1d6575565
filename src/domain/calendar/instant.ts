import { dayEnd, dayStart, type Month, monthOf } from './month.ts'

/**
 * A point in time as written in files. `ms` counts from 1970 UTC; `text` is exact, for the database. A day without a
 * time means its first instant.
 */
export type Instant = { text: string; ms: number; month: Month; isDay: boolean; lastMs: number }

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?))?$/i

/**
 * Parses an instant in ISO 8601 with its time zone, or a day in the shop's time zone (docs/product §11.8). Undefined
 * for anything else, including nonexistent days and years outside 1970–9998.
 */
export function parseInstant(cell: string): Instant | undefined {
  const match = INSTANT.exec(cell)
  if (!match) return undefined
  const [, year = '', monthNumber = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zone] = match
  const midnight = Date.UTC(Number(year), Number(monthNumber) - 1, Number(day))
  const isSupportedYear = year >= '1970' && year <= '9998'
  if (!isSupportedYear || !isDate(midnight, Number(monthNumber), Number(day))) return undefined
  if (zone === undefined) return parseDay(cell)
  const offsetMinutes = parseOffsetMinutes(zone)
  if (offsetMinutes === undefined || hour > '23' || minute > '59' || second > '59') return undefined

  const seconds = Number(hour) * 3600 + (Number(minute) - offsetMinutes) * 60 + Number(second)
  const ms = midnight + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  if (ms < 0) return undefined
  // The database stores microseconds and would round finer fractions, even across a month's end.
  const text = fraction.length > 6 ? cell.replace(fraction, fraction.slice(0, 6)) : cell
  return { text, ms, month: monthOf(ms), isDay: false, lastMs: ms }
}

const isDate = (midnight: number, monthNumber: number, day: number): boolean => {
  const date = new Date(midnight)
  return date.getUTCMonth() + 1 === monthNumber && date.getUTCDate() === day
}

function parseOffsetMinutes(zone: string): number | undefined {
  if (zone.length === 1) return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', ''))
  if (hours > 14 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** A file of a million rows has few distinct days, and computing zone offsets is slow. */
const MAX_DAYS = 10_000
const dayCache = new Map<string, Instant>()

function parseDay(cell: string): Instant {
  const cached = dayCache.get(cell)
  if (cached) return cached
  const ms = dayStart(cell)
  const day = { text: new Date(ms).toISOString(), ms, month: monthOf(ms), isDay: true, lastMs: dayEnd(cell) - 1 }
  if (dayCache.size >= MAX_DAYS) dayCache.clear()
  dayCache.set(cell, day)
  return day
}
