import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'

export async function subtractStock(
  trx: Transaction,
  lines: readonly { product_id: number; quantity: number }[],
): Promise<void> {
  const productIds = lines.map((line) => line.product_id)
  const quantities = lines.map((line) => line.quantity)
  await sql`update products set stock = stock - taken.quantity
    from unnest(${productIds}::int[], ${quantities}::int[]) as taken (product_id, quantity)
    where products.id = taken.product_id`.execute(trx)
}

/** Untracked stock stays untracked. Products are locked in the order of their ids, as when stock is taken. */
export async function addStock(
  trx: Transaction,
  lines: readonly { product_id: number; quantity: number }[],
): Promise<void> {
  const productIds = lines.map((line) => line.product_id)
  const quantities = lines.map((line) => line.quantity)
  await sql`with held as (select id from products where id = any(${productIds}::int[]) order by id for update)
    update products set stock = stock + returned.quantity
    from unnest(${productIds}::int[], ${quantities}::int[]) as returned (product_id, quantity), held
    where products.id = returned.product_id and held.id = products.id and products.stock is not null`.execute(trx)
}
