import { type Month, monthOf, nextMonth } from '#domain/month.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

export type Edge = { from_month: string; sponsor_id: UserId | null; reason: string | null }

/** A member's edges as they count at an instant: a change counts from the first of the next month (docs/plan §2.3). */
export type SponsorState = {
  fromMonth: Month
  sponsorId: UserId | null
  /** The change that is planned, of which there is one at most. */
  planned: Edge | undefined
  /** Of what a change is decided by: whoever plans or cancels one names the version they saw. */
  version: string
}

export function sponsorState(edges: readonly Edge[], now: number): SponsorState {
  const current = monthOf(now)
  const fromMonth = nextMonth(current)
  return {
    fromMonth,
    sponsorId: edges.findLast(({ from_month }) => from_month <= current)?.sponsor_id ?? null,
    planned: edges.find(({ from_month }) => from_month > current),
    version: [fromMonth, ...edges.map(({ from_month, sponsor_id }) => `${from_month}:${sponsor_id ?? ''}`)].join(' '),
  }
}
