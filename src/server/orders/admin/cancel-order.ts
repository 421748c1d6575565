import { hasPermission } from '#contract/permissions.ts'
import type { Cents } from '#domain/money/money.ts'
import { balanceOf, moneyOf } from '#domain/orders/balance.ts'
import { canBecome, type OrderStatus } from '#domain/orders/status.ts'
import { type NoValue, type Result, refuse } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { type ChangeOrderRefusal, changeOrder } from '#server/orders/change-order.ts'
import { countSteps } from '#server/orders/fulfillment/count-steps.ts'
import { type LockedOrder, lockOrder } from '#server/orders/payments/lock-order.ts'
import { readLedger } from '#server/orders/payments/read-ledger.ts'
import type { PaymentServices } from '#server/orders/payments/record-change.ts'
import { requiresReversal } from '#server/orders/requires-reversal.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

/** State that a cancellation depends on: whether the order counts, what was paid, and where its goods are. */
export type OrderSnapshot = { status: OrderStatus; balanceCents: Cents; stepsTaken: number }

export type CancelOrderRefusal =
  | ChangeOrderRefusal
  | { code: 'not_permitted' }
  /** The order has changed since the caller read it. */
  | { code: 'stale'; present: OrderSnapshot }

export type Cancellation = { id: number; reason: string; restock: boolean; expected?: OrderSnapshot | undefined }

/**
 * Cancels an order for staff. Orders that were ever completed, even if a corrected payment reopened them, and goods
 * that were handed over are processed like a return, which not every role may book.
 */
export async function cancelOrder(
  trx: Transaction,
  actor: Extract<Actor, { kind: 'staff' }>,
  { id, reason, restock, expected }: Cancellation,
  shop: PaymentServices,
): Promise<Result<NoValue, CancelOrderRefusal>> {
  const order = await lockOrder(trx, id)
  if (order && !hasPermission(actor.role, 'returns.book') && (await requiresReversal(trx, order.id))) {
    return refuse({ code: 'not_permitted' })
  }
  const isPossible = order !== undefined && canBecome(order.status, 'canceled')
  const current = expected && isPossible ? await readSnapshot(trx, order) : undefined
  if (expected && current && !isSame(current, expected)) return refuse({ code: 'stale', present: current })
  return changeOrder(trx, { id, change: 'canceled', actor, reason, restock }, shop)
}

async function readSnapshot(trx: Transaction, order: LockedOrder): Promise<OrderSnapshot> {
  const ledger = await readLedger(trx, order)
  return {
    status: order.status,
    balanceCents: balanceOf(moneyOf(ledger)),
    stepsTaken: (await countSteps(trx, order.id)) ?? 0,
  }
}

const isSame = (a: OrderSnapshot, b: OrderSnapshot): boolean =>
  a.status === b.status && a.balanceCents === b.balanceCents && a.stepsTaken === b.stepsTaken
