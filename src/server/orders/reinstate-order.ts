import { canBecome, type OrderStatus } from '#domain/orders/status.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { completeIfDue } from '#server/orders/payments/complete-order.ts'
import { reverseCancellation } from '#server/orders/payments/credit-order.ts'
import { hasOrderCounted } from '#server/orders/payments/has-counted.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import { type PaymentServices, recordChange } from '#server/orders/payments/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { allocateStock } from '#server/stock/allocate-stock.ts'
import { findUnreturnedLines } from './order-changes.queries.ts'

export type ReinstateOrderRefusal =
  | { code: 'not_found' }
  | { code: 'not_possible'; from: OrderStatus }
  /** The order was completed once, and its volume was reversed for good. */
  | { code: 'has_counted' }
  /** There is a numbered credit note: money had been received when the order was canceled. */
  | { code: 'is_credited' }
  | { code: 'not_available'; name: string }

/**
 * Reopens a canceled order (docs/back-office §3), for instance when its money arrives late: only if it never counted
 * and the goods are available, which are withdrawn from stock again. Its unnumbered cancellation is reversed.
 */
export async function reinstateOrder(
  trx: Transaction,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
  shop: PaymentServices,
): Promise<Result<NoValue, ReinstateOrderRefusal>> {
  const order = await lockOrder(trx, id)
  if (!order) return refuse({ code: 'not_found' })
  if (order.status !== 'canceled' || !canBecome(order.status, 'processing')) {
    return refuse({ code: 'not_possible', from: order.status })
  }
  if (await hasOrderCounted(trx, order.id)) return refuse({ code: 'has_counted' })
  // Goods returned before the cancellation stay where they are; handed-over goods that were not restocked are out of
  // stock already.
  const lines = (await findUnreturnedLines(trx, order.id)).filter(
    ({ quantity, taken: takenQuantity }) => quantity > takenQuantity,
  )
  const unavailable = lines.find(({ product_id }) => product_id === null)
  if (unavailable) return refuse({ code: 'not_available', name: unavailable.name })
  const allocation = await allocateStock(trx, actor, {
    orderId: order.id,
    lines: lines.map(({ position, product_id, quantity, taken: takenQuantity }) => ({
      position,
      productId: product_id as number,
      quantity: quantity - takenQuantity,
    })),
  })
  if (!allocation.ok) return refuse({ code: 'not_available', name: allocation.refusal.productName })
  if (!(await reverseCancellation(trx, actor, order, reason))) return refuse({ code: 'is_credited' })
  await recordChange(trx, actor, { order, change: 'reinstated', reason }, shop)
  await completeIfDue(trx, order.id, actor, shop)
  return { ok: true }
}
