import { sql } from 'kysely'
import { type Check, memberNumber } from './check.queries.ts'

/** Subject of an approval; people by member number or email, not by the ids in the table. */
const subject = sql`case
  when action = 'member.sponsor' and subject ~ '^[0-9]{1,9}$' then 'member ' || ${memberNumber('subject::int')}
  when action = 'staff.change' and subject ~ '^[0-9]{1,9}$'
    then coalesce((select email from staff where staff.id = subject::int), subject)
  when action = 'payout.send' and subject ~ '^[0-9-]{7} [0-9]{1,9}$'
    then split_part(subject, ' ', 1) || ', member ' || ${memberNumber("split_part(subject, ' ', 2)::int")}
  else subject end`

export const staffChecks: Check[] = [
  {
    findings: sql`
      select format('Approval %s of %s %s is decided by the one who proposed it.', id, action, ${subject}) as finding
        from approvals where state in ('approved', 'done') and decided_by_id = proposed_by_id`,
  },
  {
    findings: sql`
      select format('Approval %s of %s %s came from the command line and is not approved by two.', id, action, ${subject})
          as finding
        from approvals where state in ('approved', 'done') and proposed_by_id is null
         and (first_approved_by_id is null or first_approved_by_id = decided_by_id)`,
  },
  {
    findings: sql`
      select format('Approval %s of %s %s is not of what was previewed.', id, action, ${subject}) as finding
        from approvals where preview_hash is distinct from sha256(convert_to(preview, 'UTF8'))`,
  },
  {
    findings: sql`
      select format('Approval %s of %s %s is done, and %s is not paid.', id, action, subject, subject) as finding
        from approvals
       where action = 'month.pay' and state = 'done'
         and not exists (select from months where month = subject and paid_at is not null)`,
  },
  {
    findings: sql`
      select format('Approval %s of %s %s is done, and it was not sent as approved.', id, action, ${subject}) as finding
        from approvals
       where action = 'payout.send' and state = 'done'
         and not exists (select from payout_entries where kind = 'paid' and month = split_part(subject, ' ', 1)
           and member_id = split_part(subject, ' ', 2)::int and method = preview::jsonb ->> 'method')`,
  },
  {
    findings: sql`
      select format('Approval %s of %s %s is done, and %s is not closed with the inputs approved.', id, action, subject, subject)
          as finding
        from approvals
       where action = 'month.close' and state = 'done'
         and not exists (select from months where month = subject and closed_at is not null
           and encode(inputs_hash, 'hex') = preview::jsonb ->> 'hash of the inputs')`,
  },
]
