import { isBankingDay } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { listDueReminders } from '#domain/orders/due-date.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { markReminded } from './unpaid.queries.ts'

/**
 * Queues the reminders that are due on the shop's current day, each once, up to a limit of orders; returns their number
 * (docs/back-office §3). Sends none on holidays and weekends, and none for orders that are paid, canceled, or
 * claimed as paid.
 */
export async function remindOfPayment(trx: Transaction, now: Date, limit: number, jobs: Jobs): Promise<number> {
  const today = shopDayOf(now.getTime())
  if (!isBankingDay(today)) return 0
  const reminders = await markReminded(trx, listDueReminders(today), limit)
  await jobs.queue(
    trx,
    'mail',
    reminders.map(({ order_id, kind }) => ({ mail: `payment_reminder_${kind}` as const, order_id })),
  )
  return reminders.length
}
