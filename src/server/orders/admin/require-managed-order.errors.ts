import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import { notFound } from '#server/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { readManagedOrder } from './read-managed-order.ts'

/** Returns an order with everything that staff need, or responds with 404. */
export async function requireManagedOrder(
  services: Pick<Services, 'db' | 'settings'>,
  orderId: number,
): Promise<ManagedOrder> {
  const order = await readManagedOrder(services, orderId)
  if (!order) throw notFound()
  return order
}
