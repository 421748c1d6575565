import { may } from '#contract/permissions.ts'
import { type Done, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/audit/actor.ts'
import { type ChangeOrderRefusal, changeOrder } from '#server/order/change-order.ts'
import { wasCompleted } from '#server/order/order-changes.queries.ts'
import { lockOrder } from '#server/payment/lock-order.ts'
import type { PaymentServices } from '#server/payment/record-change.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

export type CancelOrderRefusal = ChangeOrderRefusal | { code: 'not_permitted' }

/**
 * Cancels an order for staff. What was completed comes back as in a return, which not everybody may book, even if the
 * order was opened again by correcting a payment.
 */
export async function cancelOrder(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  { id, reason, restock }: { id: number; reason: string; restock: boolean },
  shop: PaymentServices,
): Promise<Result<Done, CancelOrderRefusal>> {
  const order = await lockOrder(trx, id)
  if (order && !may(actor.role, 'returns.book') && (await wasCompleted(trx, order.id))) {
    return refuse({ code: 'not_permitted' })
  }
  return changeOrder(trx, { id, change: 'canceled', actor, reason, restock }, shop)
}
