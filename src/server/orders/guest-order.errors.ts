import { pageMessages } from '#contract/base/page-messages.ts'
import type { Order } from '#contract/orders/calls.ts'
import { notFound, problem } from '#server/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { hasEnded, isGuestKey } from './guest-link.ts'
import { readLinkedOrder } from './read-linked-order.ts'
import { findPresentedOrder } from './read-order.ts'

/** Opens the order of a signed link; responds with 404 for any other key and 410 for an expired link. */
export async function openGuestOrder(
  { db, signer }: Pick<Services, 'db' | 'signer'>,
  orderId: number,
  key: string,
): Promise<Order> {
  const isValidKey = isGuestKey(signer, await readLinkedOrder(db, orderId), key)
  const order = isValidKey ? await findPresentedOrder(db, orderId) : undefined
  if (!order) throw notFound()
  if (hasEnded(key, new Date(order.created_at))) throw problem('order_link_expired', pageMessages.guestLinkExpired)
  return order
}
