import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

export type UnreturnedLine = { position: number; product_id: number | null; name: string; quantity: number }

/** Pieces of each line that have not come back; a line whose product is gone comes without one. */
export async function findUnreturnedLines(trx: Transaction, orderId: OrderId): Promise<UnreturnedLine[]> {
  const { rows } = await sql<UnreturnedLine>`
    select line.position, line.product_id, line.name, (line.quantity - coalesce(sum(back.quantity), 0))::int as quantity
      from order_lines line left join goods_return_lines back using (order_id, position)
     where line.order_id = ${orderId} group by line.position, line.product_id, line.name, line.quantity order by line.position`.execute(
    trx,
  )
  return rows
}
