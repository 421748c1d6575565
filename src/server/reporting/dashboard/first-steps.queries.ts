import { sql } from 'kysely'
import type { SetupStep } from '#contract/reporting/dashboard.ts'
import type { Database } from '#server/platform/database/connection.ts'

type StoredStep = Exclude<SetupStep, 'contact' | 'payment' | 'counter' | 'open'>

/** Reports which setup steps are done, according to the tables. Shipping counts once it has more than the defaults. */
export async function findFirstSteps(db: Database): Promise<Record<StoredStep, boolean>> {
  const { rows } = await sql<Record<StoredStep, boolean>>`
    select exists (select from products where active) as products, exists (select from audit_entries where action like 'shipping.%') as shipping,
      exists (select from tax_rates) as taxes, exists (select from terms) as terms,
      (select count(*) > 1 from staff where active) as staff,
      exists (select from settings where key = 'shop_name') as name,
      exists (select from mail_servers) as mail,
      exists (select from audit_entries where subject_kind = 'shop' and subject_id = 'setup') as test_order`.execute(db)
  const [steps] = rows
  if (!steps) throw new Error('A select without a table returns one row')
  return steps
}
