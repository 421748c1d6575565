import { sql } from 'kysely'
import type { Month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { MemberReturnedVolume } from '../live/query-handlers.ts'

/**
 * Returns in a month in cents, on orders of any month, by member (undefined without one) and by kind: one range of the
 * index of returns by month.
 */
export async function findReturnedVolumes(db: Database, month: Month): Promise<MemberReturnedVolume[]> {
  const { rows } = await sql<{ member_id: number | null; customer: boolean; is_of_month: boolean; cents: number }>`
    select case when not before_enrollment then member_id end as member_id, customer, counted.month = back.month as is_of_month,
        sum(back.cv_cents)::bigint as cents
      from order_returns back join counted_orders counted on counted.id = back.counted_order_id
     where back.month = ${month} group by 1, 2, 3`.execute(db)
  return rows.map(({ member_id, customer, is_of_month, cents }) => ({
    memberId: member_id ?? undefined,
    customer,
    cents,
    isOfMonth: is_of_month,
  }))
}
