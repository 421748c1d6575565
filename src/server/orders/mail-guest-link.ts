import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { findPresentedOrder } from './read-order.ts'

/** Queues the email with a new link to a guest's order; none if there is no such order. */
export async function mailGuestLink(
  trx: Transaction,
  orderId: number,
  { jobs }: Pick<Services, 'jobs'>,
): Promise<void> {
  if ((await findPresentedOrder(trx, orderId)) === undefined) return
  await jobs.queue(trx, 'mail', [{ mail: 'order_link', order_id: orderId }])
}
