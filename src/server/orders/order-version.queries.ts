import { sql } from 'kysely'
import type { Transaction } from '#server/platform/database/connection.ts'
import { orderVersionFacts } from '#server/platform/database/order-version-facts.ts'
import type { OrderVersionFacts } from './order-version.ts'

export async function findVersionFacts(trx: Transaction, orderId: number): Promise<OrderVersionFacts | undefined> {
  const { rows } = await sql<{ facts: OrderVersionFacts }>`
    select ${orderVersionFacts} as facts from orders where id = ${orderId}`.execute(trx)
  return rows[0]?.facts
}
