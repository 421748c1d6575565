import type { Month } from '#domain/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { sumReady } from './pay-month.queries.ts'
import { countMonthsWithOpen, findPayoutTotals, type TotalsRow } from './payout.queries.ts'

export type { TotalsRow }

/** Payouts of closed months by state, of all or of one. */
export async function findTotals(db: Database, month?: Month): Promise<Map<string, TotalsRow[]>> {
  return Map.groupBy(await findPayoutTotals(db, month), (row) => row.month)
}

/** Of those that are due, what can be sent now. */
export const findReady: typeof sumReady = sumReady

/** Months that were paid and have payouts that are not sent. */
export const countMonthsLeft: typeof countMonthsWithOpen = countMonthsWithOpen
