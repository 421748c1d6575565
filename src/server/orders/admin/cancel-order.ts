import { hasPermission } from '#contract/permissions.ts'
import { canBecome } from '#domain/orders/status.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { type ChangeOrderRefusal, changeOrder } from '#server/orders/change-order.ts'
import { lockOrder } from '#server/orders/payments/lock-order.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { refuseStale } from '#server/orders/refuse-stale.ts'
import { requiresReversal } from '#server/orders/requires-reversal.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

export type CancelOrderRefusal = ChangeOrderRefusal | { code: 'not_permitted' }

export type Cancellation = {
  id: number
  reason: string
  restock: boolean
  /** Version of the order shown to the caller. */
  expectedVersion?: string | undefined
}

/**
 * Cancels an order for staff. Orders that were ever completed, even if a corrected payment reopened them, and goods
 * that were handed over are processed like a return, which not every role may book.
 */
export async function cancelOrder(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  { id, reason, restock, expectedVersion }: Cancellation,
  shop: PaymentServices,
): Promise<Result<NoValue, CancelOrderRefusal>> {
  const order = await lockOrder(trx, id)
  if (order && !hasPermission(actor.role, 'returns.book') && (await requiresReversal(trx, order.id))) {
    return refuse({ code: 'not_permitted' })
  }
  const isPossible = order !== undefined && canBecome(order.status, 'canceled')
  const stale = isPossible ? await refuseStale(trx, order.id, expectedVersion) : undefined
  if (stale) return stale
  return changeOrder(trx, { id, change: 'canceled', actor, reason, restock }, shop)
}
