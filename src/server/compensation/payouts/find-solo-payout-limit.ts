import { shopDayOf } from '#domain/calendar/month.ts'
import { type Cents, cents } from '#domain/money/money.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { sumManualPayouts } from './manual-payout.queries.ts'

/**
 * Returns how much one person may still send by hand in the current calendar month of the shop (docs/decisions/0058):
 * the setting `refund_approval_above` minus everything that anyone has sent by hand in it, for any month, including
 * payouts that failed later.
 */
export async function findSoloPayoutLimit(
  db: Database | Transaction,
  settings: Services['settings'],
  at: Date,
): Promise<Cents> {
  const sentCents = await sumManualPayouts(db, `${shopDayOf(at.getTime()).slice(0, 7)}-01`)
  return cents(Math.max(0, settings.get('refund_approval_above') - sentCents))
}
