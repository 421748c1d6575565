import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

export const catalogChecks: Check[] = [
  {
    findings: sql`
      select format('Product %s (%s) has a stock of %s.', id, handle, stock) as finding from products where stock < 0`,
  },
  {
    findings: sql`
      select format('Package %s contains product %s, which is not there.', content.package_id, content.product_id)
        as finding
      from package_contents content where not exists (select 1 from products where id = content.product_id)`,
  },
  {
    findings: sql`
      select format('Product %s has contents, but is no package.', content.package_id) as finding
      from package_contents content
      where not exists (select 1 from products where id = content.package_id and kind = 'package')
      group by content.package_id`,
  },
]
