import { type OrderQueue, orderQueues } from '#contract/orders/queues.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { countQueue, type QueueDay } from './order-queues.queries.ts'

/** Counts the orders in each queue, with the condition of its list. */
export async function countOrderQueues(db: Database, day: QueueDay): Promise<Record<OrderQueue, number>> {
  const counts = await Promise.all(orderQueues.map(async (queue) => [queue, await countQueue(db, queue, day)] as const))
  return Object.fromEntries(counts) as Record<OrderQueue, number>
}
