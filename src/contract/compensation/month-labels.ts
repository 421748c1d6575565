const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const alone = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const middleOf = (month: string): Date => new Date(`${month}-15T12:00:00Z`)

/** Formats `2026-03` as `March 2026`. */
export const monthName = (month: string): string => long.format(middleOf(month))

/** Formats `2026-03` as `Mar 2026`, for narrow layouts. */
export const shortMonthName = (month: string): string => short.format(middleOf(month))

const nameOf = (month: string): string => alone.format(middleOf(month))
const nthOf = (month: string): number => Number(month.slice(5))

/** Formats months of one year: `2026` for all twelve, `January to March and June 2026` for some. */
export function monthsOfYear(months: readonly string[]): string {
  const year = months[0]?.slice(0, 4) ?? ''
  if (months.length === 12) return year
  const words = runsOf(months).map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
  return `${new Intl.ListFormat('en-US', { type: 'conjunction' }).format(words)} ${year}`
}

/** Formats a period for a sentence: `in 2026`, `from January to March 2026`, `in March 2026`. */
export function duringMonths(months: readonly string[]): string {
  const [run, ...others] = runsOf(months)
  const isOneRun = run !== undefined && others.length === 0 && run.first !== run.last && months.length < 12
  return `${isOneRun ? 'from' : 'in'} ${monthsOfYear(months)}`
}

/** Groups consecutive months by the names of the first and last one. */
function runsOf(months: readonly string[]): { first: string; last: string }[] {
  const runs: string[][] = []
  for (const month of months) {
    const run = runs.at(-1)
    if (run && nthOf(run.at(-1) ?? '') + 1 === nthOf(month)) run.push(month)
    else runs.push([month])
  }
  return runs.map((run) => ({ first: nameOf(run[0] ?? ''), last: nameOf(run.at(-1) ?? '') }))
}
