import { isBankingDay } from '#domain/banking-day.ts'
import { shopDayOf } from '#domain/month.ts'
import { remindersDueOn } from '#domain/order/due-date.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { markReminded } from './unpaid.queries.ts'

/**
 * Queues the reminders that are due on the day of an instant, each once, for so many orders at most; returns how many
 * (docs/back-office §3). None on days off, and none for orders that are paid, canceled, or said to be paid.
 */
export async function remindOfPayment(trx: Transaction, at: Date, limit: number, jobs: Jobs): Promise<number> {
  const today = shopDayOf(at.getTime())
  if (!isBankingDay(today)) return 0
  const reminded = await markReminded(trx, remindersDueOn(today), limit)
  await jobs.queue(
    trx,
    'mail',
    reminded.map(({ order_id, kind }) => ({ mail: `payment_reminder_${kind}` as const, order_id })),
  )
  return reminded.length
}
