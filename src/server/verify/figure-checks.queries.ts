import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

export const figureChecks: Check[] = [
  {
    findings: sql`
      select format('The figures of %s are %s orders of %s cents, %s PV and %s new members; they should be %s of %s, %s and %s.',
          coalesce(kept.day, made.day), coalesce(kept.orders, 0), coalesce(kept.total_cents, 0), coalesce(kept.pv, 0),
          coalesce(kept.members, 0), coalesce(made.orders, 0), coalesce(made.total_cents, 0), coalesce(made.pv, 0),
          coalesce(made.members, 0)) as finding
        from (select day, sum(orders) as orders, sum(total_cents) as total_cents, sum(pv) as pv, sum(members) as members
            from daily_figures group by day) kept
        full join figures_of_days() made on made.day = kept.day
       where (coalesce(kept.orders, 0), coalesce(kept.total_cents, 0), coalesce(kept.pv, 0), coalesce(kept.members, 0)) <>
         (coalesce(made.orders, 0), coalesce(made.total_cents, 0), coalesce(made.pv, 0), coalesce(made.members, 0))`,
  },
]
