const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Formats `YYYY-MM-DD` as `Tue, Nov 24`. */
export const formatDay = (at: string): string => dayFormat.format(new Date(`${at}T12:00:00Z`))

/**
 * Returns `up 12% on the previous period ($4,100.00)`; only the previous figure when there is nothing to compare with.
 */
export function describeChange(current: number, previous: number, format: (value: number) => string): string {
  if (previous <= 0) return previous === 0 && current === 0 ? 'unchanged' : `previous period: ${format(previous)}`
  const percent = Math.round(((current - previous) / previous) * 100)
  if (percent === 0) return `same as the previous period (${format(previous)})`
  return `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}% from the previous period (${format(previous)})`
}
