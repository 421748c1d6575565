import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

export async function hasProductsOrOrders(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from products) or exists (select 1 from orders) as found`.execute(db)
  return rows[0]?.found ?? false
}
