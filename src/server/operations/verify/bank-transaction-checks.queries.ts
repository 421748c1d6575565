import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

/** Checks bank transactions against their bookings (docs/back-office §3). */
export const bankTransactionChecks: Check[] = [
  {
    // Correcting a payment makes its bank transaction open again.
    findings: sql`
      select format('Bank transaction %s is booked with %s cents, but its payments total %s.', bank_transactions.id, booked_cents, paid.cents)
        as finding
      from bank_transactions cross join lateral (
        select coalesce(sum(entry.amount_cents), 0) as cents from payments origin
          join payments entry on entry.id = origin.id or entry.corrects_id = origin.id
         where origin.bank_transaction_id = bank_transactions.id) paid
      where booked_cents <> paid.cents`,
  },
  {
    findings: sql`
      select format('Bank transaction %s is of %s cents, but pays %s.', id, amount_cents, booked_cents) as finding
      from bank_transactions where booked_cents not between 0 and amount_cents`,
  },
  {
    findings: sql`
      select format('Bank transaction %s is set aside, but pays %s cents.', id, booked_cents) as finding
      from bank_transactions where set_aside_reason is not null and booked_cents <> 0`,
  },
]
