import type { OrderChange, OrderStatus } from '#domain/orders/status.ts'
import { type Actor, formatActorName } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { insertChange, updateStatus } from './ledger.queries.ts'
import type { LockedOrder } from './lock-order.ts'

/** Services that the use cases of payments need in addition to their transaction. */
export type PaymentServices = Pick<Services, 'jobs' | 'settings'>

const statusAfter: Partial<Record<OrderChange, OrderStatus>> = {
  completed: 'completed',
  canceled: 'canceled',
  reopened: 'processing',
  reinstated: 'processing',
}

/**
 * Records a change of an order that the caller has locked: its status, its history with the actor, the audit log, and
 * an email to the customer.
 */
export async function recordChange(
  trx: Transaction,
  actor: Actor,
  {
    order,
    change,
    reason,
    mail = `order_${change}`,
  }: {
    order: LockedOrder
    change: OrderChange
    reason?: string | undefined
    /** Email to the customer; defaults to the one for the change. */
    mail?: `order_${OrderChange}` | 'order_canceled_unpaid' | undefined
  },
  { jobs }: Pick<PaymentServices, 'jobs'>,
): Promise<void> {
  const status = statusAfter[change]
  if (status) {
    await updateStatus(trx, order.id, status)
    await recordAction(trx, actor, {
      action: `order.${change}`,
      subject: { kind: 'order', id: order.id },
      before: { status: order.status },
      after: { status },
      reason,
    })
  }
  await insertChange(trx, order.id, change, formatActorName(actor))
  await jobs.queue(trx, 'mail', [{ mail, order_id: order.id }])
}
