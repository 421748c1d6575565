import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

/** Checks bank transactions against their bookings (docs/back-office §3). */
export const noticeChecks: Check[] = [
  {
    // Correcting a payment makes its bank transaction open again.
    findings: sql`
      select format('Notice %s is booked with %s cents, but its payments come to %s.', notices.id, booked_cents, paid.cents)
        as finding
      from notices cross join lateral (
        select coalesce(sum(entry.amount_cents), 0) as cents from payments origin
          join payments entry on entry.id = origin.id or entry.corrects_id = origin.id
         where origin.notice_id = notices.id) paid
      where booked_cents <> paid.cents`,
  },
  {
    findings: sql`
      select format('Notice %s is of %s cents, but pays %s.', id, amount_cents, booked_cents) as finding
      from notices where booked_cents not between 0 and amount_cents`,
  },
  {
    findings: sql`
      select format('Notice %s is set aside, but pays %s cents.', id, booked_cents) as finding
      from notices where set_aside_reason is not null and booked_cents <> 0`,
  },
]
