import { sql, type UpdateObject } from 'kysely'
import type { OrderChange } from '#domain/order/status.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId, Tables } from '#server/platform/database/tables.generated.ts'

/** The order, locked against every other change until the transaction ends. */
export const lockOrder = (trx: Transaction, orderId: number) =>
  trx
    .selectFrom('orders')
    .select(['id', 'status', 'paid_at', 'credited_user_id', 'pv'])
    .where('id', '=', orderId as OrderId)
    .forUpdate()
    .executeTakeFirst()

/** Records the change on the order and in its history, with who made it. */
export async function writeChange(
  trx: Transaction,
  orderId: OrderId,
  change: OrderChange,
  changedBy: string,
): Promise<void> {
  const now = sql<Date>`now()`
  const columns: Record<OrderChange, UpdateObject<Tables, 'orders'>> = {
    paid: { paid_at: now },
    completed: { status: 'completed', completed_at: now },
    canceled: { status: 'canceled', canceled_at: now },
  }
  await trx.updateTable('orders').set(columns[change]).where('id', '=', orderId).execute()
  await trx.insertInto('order_changes').values({ order_id: orderId, change, changed_by: changedBy }).execute()
}
