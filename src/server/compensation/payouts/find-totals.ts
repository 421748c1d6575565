import type { Month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { findPayoutTotals, type TotalsRow } from './payout.queries.ts'

// Queries that higher modules need.
export { sumReady } from './pay-month.queries.ts'
export { countMonthsWithOpen } from './payout.queries.ts'
export type { TotalsRow }

/** Returns payouts of closed months by state, for all months or for one. */
export async function findTotals(db: Database, month?: Month): Promise<Map<string, TotalsRow[]>> {
  return Map.groupBy(await findPayoutTotals(db, month), (row) => row.month)
}
