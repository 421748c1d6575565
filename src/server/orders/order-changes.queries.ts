import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

export type UnreturnedLine = {
  position: number
  product_id: number | null
  name: string
  /** Pieces that have not been returned. */
  quantity: number
  /** Unreturned pieces with the carrier or the customer. */
  outside: number
  /** Unreturned pieces taken out of stock. */
  taken: number
}

/** Returns the unreturned part of each line; a line whose product is deleted has none. */
export async function findUnreturnedLines(trx: Transaction, orderId: OrderId): Promise<UnreturnedLine[]> {
  const { rows } = await sql<UnreturnedLine>`
    select position, line.product_id, line.name, (line.quantity - coalesce(back.pieces, 0))::int as quantity,
      (coalesce(sent.pieces, 0) - coalesce(back.pieces - back.still_here, 0))::int as outside,
      greatest(0, coalesce(moved.pieces, 0) - coalesce(back.not_restocked, 0))::int as taken
      from order_lines line
      left join (
        select position, sum(quantity) as pieces, sum(not_handed_over) as still_here,
          sum(case when restocked then 0 else quantity - not_handed_over end) as not_restocked
          from goods_return_lines where order_id = ${orderId} group by position) back using (position)
      left join (
        select position, sum(quantity) as pieces from shipment_lines
          join shipments on shipments.id = shipment_id and state in ('shipped', 'delivered', 'picked_up')
         where shipment_lines.order_id = ${orderId} group by position) sent using (position)
      left join (
        select line_position as position, sum(pieces) as pieces from (
            select line_position, max(line_quantity - (
                select coalesce(sum(line_quantity), 0) from stock_movements given where given.reverses = taken.id)) as pieces
              from stock_movements taken where order_id = ${orderId} and kind = 'order' group by line_position, allocation
          ) allocated group by line_position) moved using (position)
     where line.order_id = ${orderId} order by position`.execute(trx)
  return rows
}

export async function findRequiresReversal(trx: Transaction, orderId: OrderId): Promise<boolean> {
  const { rows } = await sql<{ comes_back: boolean }>`
    select status = 'completed'
        or exists (select from order_changes where order_id = orders.id and change = 'completed')
        or exists (select from shipments
          where order_id = orders.id and state in ('shipped', 'delivered', 'picked_up')) as comes_back
      from orders where id = ${orderId}`.execute(trx)
  return rows[0]?.comes_back ?? false
}
