import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

export const pointsChecks: Check[] = [
  {
    // A completed order gave its PV once; a canceled one nothing, or gave it and took it back.
    findings: sql`
      select format('Order %s has %s PV, but its point entries come to %s.', orders.id, counted.pv,
        coalesce(entries.points, 0)) as finding
      from orders
      cross join lateral (
        select case when status = 'completed' and credited_user_id is not null then pv else 0 end as pv) counted
      left join (select order_id, sum(points) as points from point_entries group by order_id) entries
        on entries.order_id = orders.id
      where counted.pv <> coalesce(entries.points, 0)`,
  },
  {
    findings: sql`
      select format('Order %s is credited to user %s, but its points went to user %s.', orders.id,
        orders.credited_user_id, entry.user_id) as finding
      from point_entries entry join orders on orders.id = entry.order_id
      where orders.credited_user_id is distinct from entry.user_id`,
  },
  {
    findings: sql`
      select format('Order %s: a cancellation without the credit it takes back.', order_id) as finding
      from point_entries entry where cause = 'cancellation' and not exists (
        select 1 from point_entries credit where credit.order_id = entry.order_id and credit.cause = 'order'
          and credit.points = -entry.points and credit.user_id = entry.user_id)`,
  },
  {
    findings: sql`
      select format('Order %s was completed in %s, but counts in %s.', orders.id,
        to_char(orders.completed_at at time zone 'America/New_York', 'YYYY-MM'), entry.month) as finding
      from point_entries entry join orders on orders.id = entry.order_id
      where entry.cause = 'order'
        and entry.month <> to_char(orders.completed_at at time zone 'America/New_York', 'YYYY-MM')`,
  },
]
