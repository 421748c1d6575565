const longFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const nameFormat = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const midMonth = (month: string): Date => new Date(`${month}-15T12:00:00Z`)

/** Formats `2026-03` as `March 2026`. */
export const monthName = (month: string): string => longFormat.format(midMonth(month))

/** Formats `2026-03` as `Mar 2026`, for narrow layouts. */
export const shortMonthName = (month: string): string => shortFormat.format(midMonth(month))

const nameWithoutYear = (month: string): string => nameFormat.format(midMonth(month))
const monthNumber = (month: string): number => Number(month.slice(5))

/** Formats months of one year: `2026` for all twelve, `January to March and June 2026` for some. */
export function formatMonthsOfYear(months: readonly string[]): string {
  const year = months[0]?.slice(0, 4) ?? ''
  if (months.length === 12) return year
  const labels = groupConsecutive(months).map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
  return `${new Intl.ListFormat('en-US', { type: 'conjunction' }).format(labels)} ${year}`
}

/** Formats a period for a sentence: `in 2026`, `from January to March 2026`, `in March 2026`. */
export function formatPeriod(months: readonly string[]): string {
  const [run, ...others] = groupConsecutive(months)
  const isOneRun = run !== undefined && others.length === 0 && run.first !== run.last && months.length < 12
  return `${isOneRun ? 'from' : 'in'} ${formatMonthsOfYear(months)}`
}

/** Groups consecutive months by the names of the first and last one. */
function groupConsecutive(months: readonly string[]): { first: string; last: string }[] {
  const runs: string[][] = []
  for (const month of months) {
    const run = runs.at(-1)
    if (run && monthNumber(run.at(-1) ?? '') + 1 === monthNumber(month)) run.push(month)
    else runs.push([month])
  }
  return runs.map((run) => ({ first: nameWithoutYear(run[0] ?? ''), last: nameWithoutYear(run.at(-1) ?? '') }))
}
