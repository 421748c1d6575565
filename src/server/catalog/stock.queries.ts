import { sql } from 'kysely'
import type { Transaction } from '../database/connect.ts'

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
