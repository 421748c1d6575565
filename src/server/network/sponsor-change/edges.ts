import { type Month, monthOf, nextMonth } from '#domain/calendar/month.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Earlier sponsors never change; a version that names the latest ones stays short. */
const VERSION_EDGES = 8

export type Edge = { from_month: string; sponsor_id: UserId | null; reason: string | null }

/** A member's effective edges at an instant: a change takes effect on the first of the next month (docs/plan §2.3). */
export type SponsorState = {
  fromMonth: Month
  sponsorId: UserId | null
  /** The planned change; there is at most one. */
  planned: Edge | undefined
  /** Version of the data that a change depends on: the next month and the latest sponsors. */
  version: string
}

export function buildSponsorState(edges: readonly Edge[], now: number): SponsorState {
  const current = monthOf(now)
  const fromMonth = nextMonth(current)
  return {
    fromMonth,
    sponsorId: edges.findLast(({ from_month }) => from_month <= current)?.sponsor_id ?? null,
    planned: edges.find(({ from_month }) => from_month > current),
    version: [
      fromMonth,
      ...edges.slice(-VERSION_EDGES).map(({ from_month, sponsor_id }) => `${from_month}:${sponsor_id ?? ''}`),
    ].join(' '),
  }
}
