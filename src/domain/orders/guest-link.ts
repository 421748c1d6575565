const DAY_MS = 86_400_000
/** Number of days for which a guest's link to an order works (docs/product §11.5). */
export const GUEST_LINK_DAYS = 180

/** The last valid day, counted from 1970 in UTC, of a link created now; equal for all links created on one day. */
export const calculateGuestLinkLastDay = (now: number): number => Math.floor(now / DAY_MS) + GUEST_LINK_DAYS

/** The last day in a link's key; undefined for an old key without one. */
export function parseGuestLinkLastDay(key: string): number | undefined {
  const match = /^(\d{1,6})\./.exec(key)
  return match ? Number(match[1]) : undefined
}

/** When a link expires. A link without a day expires the same number of days after its order was placed. */
export function calculateGuestLinkExpiry(key: string, placedAt: number): number {
  const day = parseGuestLinkLastDay(key)
  return day === undefined ? placedAt + GUEST_LINK_DAYS * DAY_MS : (day + 1) * DAY_MS
}
