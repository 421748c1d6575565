import { sql } from 'kysely'
import { type Check, memberNumber } from './check.queries.ts'

export const pointsChecks: Check[] = [
  {
    // A credited order gave its PV once, and each of its returns reversed some.
    findings: sql`
      select format('Order %s has %s PV left, but its point entries come to %s.', counted.order_no, counted.remaining_pv,
        coalesce(entries.points, 0)) as finding
      from counted_orders counted
      left join (select counted_order_id, sum(points) as points from point_entries group by counted_order_id) entries
        on entries.counted_order_id = counted.id
      where counted.member_id is not null and counted.remaining_pv <> coalesce(entries.points, 0)`,
  },
  {
    findings: sql`
      select format('Order %s is credited to member %s, but its points went to member %s.', counted.order_no,
        ${memberNumber('counted.member_id')}, ${memberNumber('entry.user_id')}) as finding
      from point_entries entry join counted_orders counted on counted.id = entry.counted_order_id
      where counted.member_id is distinct from entry.user_id`,
  },
  {
    findings: sql`
      select format('Order %s: point entry %s does not book what its return of %s took back.', counted.order_no, entry.id,
        back.returned_at) as finding
      from point_entries entry join counted_orders counted on counted.id = entry.counted_order_id
      join order_returns back on back.id = entry.return_id
      where (back.counted_order_id, back.month, -back.pv, back.kind) is distinct from
        (entry.counted_order_id, entry.month, entry.points, entry.cause)`,
  },
  {
    findings: sql`
      select format('Order %s counts in %s, but its points in %s.', counted.order_no, counted.month, entry.month) as finding
      from point_entries entry join counted_orders counted on counted.id = entry.counted_order_id
      where entry.cause = 'order' and entry.month <> counted.month`,
  },
]
