const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/New_York' })

/** Formats `YYYY-MM-DD` as `Mar 4, 2026`, for tables. */
export const formatShortDay = (day: string): string => shortDate.format(new Date(`${day}T12:00:00Z`))
