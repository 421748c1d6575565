const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const middleOf = (month: string): Date => new Date(`${month}-15T12:00:00Z`)

/** `2026-03` as `March 2026`. */
export const monthName = (month: string): string => long.format(middleOf(month))

/** `2026-03` as `Mar 2026`, where there is little room. */
export const shortMonthName = (month: string): string => short.format(middleOf(month))
