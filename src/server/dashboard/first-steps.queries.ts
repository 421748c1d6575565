import { sql } from 'kysely'
import type { FirstStep } from '#contract/admin-dashboard.ts'
import type { Database } from '#server/platform/database/connection.ts'

/** What a shop has of what stands in tables, of shipping more than it began with; undefined once it has had an order. */
export async function findFirstSteps(
  db: Database,
): Promise<Record<Exclude<FirstStep, 'contact' | 'payment' | 'counter'>, boolean> | undefined> {
  const { rows } = await sql<Record<'products' | 'shipping' | 'taxes' | 'terms' | 'staff', boolean>>`
    select exists (select from products where active) as products, exists (select from audit_entries where action like 'shipping.%') as shipping,
      exists (select from tax_rates) as taxes, exists (select from terms) as terms,
      (select count(*) > 1 from staff where active) as staff
    where not exists (select from orders)`.execute(db)
  return rows[0]
}
