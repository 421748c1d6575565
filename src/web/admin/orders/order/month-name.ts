const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2026-03` as `March 2026`. */
export const monthName = (month: string): string => name.format(new Date(`${month}-15T00:00:00Z`))
