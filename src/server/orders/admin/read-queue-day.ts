import type { OrderQueue } from '#contract/orders/queues.ts'
import { addDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { findCancellationCutoff } from '#domain/orders/due-date.ts'
import { findMatchedOrders } from '#server/orders/bank-transactions/find-matched-orders.ts'
import type { Services } from '#server/platform/services.ts'
import type { QueueDay } from './order-queues.queries.ts'

/**
 * Returns the queue parameters at an instant. Bank transactions are matched with all open orders only if a queue needs
 * that.
 */
export async function readQueueDay(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  queues: readonly OrderQueue[],
): Promise<QueueDay> {
  return {
    checksAfter: addDays(shopDayOf(now.getTime()), -settings.get('check_hold_days')),
    dueBefore: findCancellationCutoff(now.getTime()),
    matchedOrders: queues.includes('overdue') ? [...(await findMatchedOrders(db))] : [],
  }
}
