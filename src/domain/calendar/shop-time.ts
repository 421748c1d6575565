import { dayStart, MONTH_ZONE, shopDayOf } from './month.ts'

const MINUTE_MS = 60_000
const LOCAL = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?$/

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: MONTH_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Shows an instant as a date field does, `YYYY-MM-DDTHH:MM`, in the shop's time zone. */
export const toShopTime = (iso: string): string => `${shopDayOf(Date.parse(iso))}T${clock.format(Date.parse(iso))}`

/**
 * Reads a date field in the shop's time zone; undefined for anything else. A time that a clock change skips is the one
 * an hour later; of two equal ones it is the first.
 */
export function parseShopTime(text: string): string | undefined {
  const [, day = '', hours = '', minutes = ''] = LOCAL.exec(text) ?? []
  if (day === '' || Number.isNaN(Date.parse(`${day}T${hours}:${minutes}Z`)) || day < '1970-01-02' || day > '9998')
    return undefined
  const wallTime = `${day}T${hours}:${minutes}`
  const estimate = dayStart(day) + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  // On the day of a clock change, an hour earlier or later.
  const match = [-60, 0, 60]
    .map((shift) => estimate + shift * MINUTE_MS)
    .find((at) => toShopTime(toIso(at)) === wallTime)
  return toIso(match ?? estimate)
}

const toIso = (at: number): string => new Date(at).toISOString()
