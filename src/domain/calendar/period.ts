/** Instants in ISO 8601; null is without a beginning or end. The end itself is outside. */
export type Period = { from: string | null; until: string | null }

export const isWithin = ({ from, until }: Period, now: Date): boolean =>
  (from === null || Date.parse(from) <= now.getTime()) && (until === null || now.getTime() < Date.parse(until))

/** When one of the periods begins or ends next; null if none does. */
export function findNextBoundary(periods: readonly Period[], now: Date): Date | null {
  const boundaries = periods
    .flatMap(({ from, until }) => [from, until])
    .flatMap((instant) => (instant === null ? [] : [Date.parse(instant)]))
    .filter((at) => at > now.getTime())
  return boundaries.length === 0 ? null : new Date(Math.min(...boundaries))
}
