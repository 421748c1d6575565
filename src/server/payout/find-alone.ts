import { type Cents, cents } from '#domain/money.ts'
import { shopDayOf } from '#domain/month.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { sumSentByHand } from './by-hand.queries.ts'

/**
 * How much one person may still send by hand in this calendar month of the shop (docs/decisions/0108): the setting
 * `refund_approval_above` less all that was sent by hand in it, by whomever, of whichever month, what came back among it.
 */
export async function findAloneCents(
  db: Database | Transaction,
  settings: Services['settings'],
  at: Date,
): Promise<Cents> {
  const sentCents = await sumSentByHand(db, `${shopDayOf(at.getTime()).slice(0, 7)}-01`)
  return cents(Math.max(0, settings.get('refund_approval_above') - sentCents))
}
