const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'America/New_York' })
const withYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'America/New_York',
})

/** Returns `just now`, `12 min ago`, `3 h ago`, `yesterday`, `5 days ago`, then the date in the shop's time zone. */
export function formatRelativeTime(instant: string, now: number): string {
  const at = Date.parse(instant)
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  if (age < 2 * DAY) return 'yesterday'
  if (age < 14 * DAY) return `${Math.floor(age / DAY)} days ago`
  return (age < 300 * DAY ? monthDay : withYear).format(at)
}
