const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats `YYYY-MM-DD` as `Tue, Nov 24`. */
export const dayName = (at: string): string => day.format(new Date(`${at}T12:00:00Z`))

/**
 * Returns `up 12% on the previous period ($4,100.00)`; only the previous figure when there is nothing to compare with.
 */
export function changeLabels(now: number, before: number, show: (value: number) => string): string {
  if (before <= 0) return before === 0 && now === 0 ? 'unchanged' : `previous period: ${show(before)}`
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return `same as the previous period (${show(before)})`
  return `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}% from the previous period (${show(before)})`
}
