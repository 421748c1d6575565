import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { OrderId } from '#server/platform/database/tables.generated.ts'

/** The ordered quantities of products that still exist. */
export const findOrderedProducts = (trx: Transaction, orderId: OrderId) =>
  trx
    .selectFrom('order_lines')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select(['products.id as product_id', 'order_lines.quantity'])
    .where('order_lines.order_id', '=', orderId)
    .execute()

export type OrderedProduct = { product_id: number | null; name: string; needed: number; stock: number | null }

/** Locks the ordered products by id; those that are gone come without one. */
export async function lockOrderedProducts(trx: Transaction, orderId: OrderId): Promise<OrderedProduct[]> {
  await sql`select from products where id in (select product_id from order_lines where order_id = ${orderId})
     order by id for update`.execute(trx)
  const { rows } = await sql<OrderedProduct>`
    select line.product_id, min(line.name) as name, sum(line.quantity)::int as needed, min(products.stock) as stock
      from order_lines line left join products on products.id = line.product_id
     where line.order_id = ${orderId} group by line.product_id order by line.product_id`.execute(trx)
  return rows
}
