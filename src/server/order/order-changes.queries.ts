import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

/** The lines of an order; those whose product is gone come without one. */
export const findOrderedLines = (trx: Transaction, orderId: OrderId) =>
  trx
    .selectFrom('order_lines')
    .select(['position', 'product_id', 'name', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

/** Pieces of each line that have not come back. */
export async function findUnreturnedLines(
  trx: Transaction,
  orderId: OrderId,
): Promise<{ position: number; quantity: number }[]> {
  const { rows } = await sql<{ position: number; quantity: number }>`
    select line.position, (line.quantity - coalesce(sum(back.quantity), 0))::int as quantity
      from order_lines line left join goods_return_lines back using (order_id, position)
     where line.order_id = ${orderId} group by line.position, line.quantity order by line.position`.execute(trx)
  return rows
}
