import { sql } from 'kysely'
import type { Day } from '#domain/calendar/banking-day.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Check } from './check.queries.ts'

export const unpaidChecks: Check[] = [
  {
    findings: sql`
      select format('Order %s was due on %s, but its due date was moved to %s.', orders.id, due_on, to_on) as finding
        from orders join due_date_changes changed on changed.order_id = orders.id
       where due_on is distinct from to_on
         and not exists (select from due_date_changes later where later.order_id = orders.id and later.id > changed.id)`,
  },
  {
    findings: sql`
      select format('The due date of order %s was moved from %s, which it never was.', changed.order_id, from_on) as finding
        from due_date_changes changed
       where from_on is distinct from (select before.to_on from due_date_changes before
           where before.order_id = changed.order_id and before.id < changed.id order by before.id desc limit 1)
         and exists (select from due_date_changes before
           where before.order_id = changed.order_id and before.id < changed.id)`,
  },
  {
    findings: sql`
      select format('Order %s was reminded of the due date %s, which it never had.', sent.order_id, sent.due_on) as finding
        from payment_reminders sent join orders on orders.id = sent.order_id
       where sent.due_on is distinct from orders.due_on
         and not exists (select from due_date_changes moved
           where moved.order_id = sent.order_id and moved.from_on = sent.due_on)`,
  },
  {
    findings: sql`
      select format('The claim %s of order %s is open, though the order is %s.', claim.id, order_id,
          case when status = 'processing' then 'paid' else status end) as finding
        from payment_claims claim join orders on orders.id = order_id
       where ended_at is null and (status <> 'processing' or paid_at is not null)`,
  },
]

export type DueFigures = { id: number; created_at: Date; payment_type: string; payment_days: number; due_on: Day }

/** Finds the next orders after an ID whose due date was never moved. */
export async function findDueFigures(db: Database, after: number, limit: number): Promise<DueFigures[]> {
  const { rows } = await sql<DueFigures>`
    select id, created_at, payment_type, payment_days, due_on from orders
     where due_on is not null and id > ${after}
       and not exists (select from due_date_changes where order_id = orders.id)
     order by id limit ${limit}`.execute(db)
  return rows
}
