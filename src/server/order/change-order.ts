import { canBecome, type OrderChange, type OrderStatus } from '#domain/order/status.ts'
import { type Done, type Result, refuse } from '#domain/result.ts'
import { returnStock } from '#server/catalog/return-stock.ts'
import { countOrder } from '#server/compensation/count/count-order.ts'
import { takeBack } from '#server/compensation/count/take-back.ts'
import { handOverRest } from '#server/fulfillment/hand-over.ts'
import { voidRest } from '#server/fulfillment/void-shipment.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { lockOrder, writeChange } from './order-changes.queries.ts'

export type ChangeOrderRefusal =
  | { code: 'unknown_order' }
  | { code: 'already_paid' }
  | { code: 'not_paid' }
  | { code: 'not_possible'; from: OrderStatus }

export type ChangeOfOrder = {
  id: number
  change: OrderChange
  changedBy: string
  /** What the customer is mailed; by the change unless told. */
  mail?: `order_${OrderChange}` | 'order_canceled_unpaid'
}

/**
 * Marks an order paid, completed or canceled (docs/product §4.4), records who did it, and notifies the customer.
 * Completing needs a recorded payment and credits the points; canceling takes them back and returns the goods to stock.
 */
export async function changeOrder(
  trx: Transaction,
  { id, change, changedBy, mail = `order_${change}` }: ChangeOfOrder,
  jobs: Jobs,
): Promise<Result<Done, ChangeOrderRefusal>> {
  const order = await lockOrder(trx, id)
  const refusal = order ? refusalOf(order, change) : { code: 'unknown_order' as const }
  if (!order || refusal) return refuse(refusal ?? { code: 'unknown_order' })

  const actor = { kind: 'command_line', by: changedBy } as const
  if (change === 'completed') await handOverRest(trx, actor, order.id)
  if (change === 'canceled') await voidRest(trx, actor, order.id, 'the order was canceled')
  await writeChange(trx, order.id, change, changedBy)
  if (change === 'completed') await countOrder(trx, order.id)
  if (change === 'canceled') await undo(trx, order.id, changedBy)
  await jobs.queue(trx, 'mail', [{ mail, order_id: order.id }])
  return { ok: true }
}

function refusalOf(
  { status, paid_at }: { status: OrderStatus; paid_at: Date | null },
  change: OrderChange,
): ChangeOrderRefusal | undefined {
  if (change === 'paid') {
    if (status === 'canceled') return { code: 'not_possible', from: status }
    return paid_at === null ? undefined : { code: 'already_paid' }
  }
  if (!canBecome(status, change)) return { code: 'not_possible', from: status }
  return change === 'completed' && paid_at === null ? { code: 'not_paid' } : undefined
}

async function undo(trx: Transaction, orderId: OrderId, by: string): Promise<void> {
  await takeBack(trx, { orderId }, { kind: 'cancellation' }, new Date())
  await returnStock(trx, { kind: 'command_line', by }, { orderId, kind: 'cancel' })
}
