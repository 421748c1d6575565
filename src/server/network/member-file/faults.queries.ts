import { sql } from 'kysely'
import type { InvalidRows } from '#server/platform/csv/reject-invalid-rows.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Finds conflicts between the rows of a member file, and with the shop's data. */
export function selectMemberFaults(staged: string): InvalidRows[] {
  const table = sql.table(staged)
  return [
    sql`select line, 'member_no', format('“%s” is the number of line %s too.', member_no, first_line)
      from ${table} join (select member_no, min(line) as first_line from ${table} group by 1 having count(*) > 1) again
        using (member_no)
     where line > first_line`,
    sql`select line, 'email', format('“%s” is the address of line %s too.', email, first_line)
      from ${table} join (select email, min(line) as first_line from ${table} group by 1 having count(*) > 1) again using (email)
     where line > first_line`,
    sql`select line, 'email', format('“%s” is the address of member “%s”.', staged.email, users.member_no)
      from ${table} staged join users on users.email = staged.email where users.member_no <> staged.member_no`,
    // An older file would restore the erased identity and make the placeholder Active, and it could not be erased
    // again.
    sql`select line, 'member_no', format('Member “%s” was erased and stays so: leave the row out.', staged.member_no)
      from ${table} staged join users using (member_no)
     where exists (select from erasures where user_id = users.id and done_at is not null)
       and (staged.type, staged.status, staged.first_name, staged.last_name, staged.email, coalesce(staged.phone_number, ''))
         is distinct from (users.type, users.status, users.first_name, users.last_name, users.email, users.phone_number)`,
    sql`select line, 'sponsor_no', format('There is no member “%s”, in the shop or in the file.', sponsor_no)
      from ${table} staged
     where sponsor_no is not null
       and not exists (select from ${table} sponsor where sponsor.member_no = staged.sponsor_no)
       and not exists (select from users where users.member_no = staged.sponsor_no)`,
  ]
}

/** A closed month already includes the member. */
export const selectEnrollmentFaults = (found: string, firstOpen: string): InvalidRows =>
  sql`select line, 'enrolled_on', format('Member “%s” is in the tree of %s, a closed month, and cannot be enrolled later.',
      member_no, first_month)
    from ${sql.table(found)} join lateral (
      select min(from_month) as first_month from sponsorships where member_id = id) enrolled on first_month < ${firstOpen}
   where moved and month > first_month`

/** A correction belongs to the card of a member who is in that month (docs/plan §8.5). */
export const selectCorrectionFaults = (found: string): InvalidRows =>
  sql`select line, 'enrolled_on', format('A bonus of %2$s was corrected for member “%1$s”, who cannot be enrolled later.',
      member_no, first_month)
    from ${sql.table(found)} given join lateral (
      select min(corrected_month) as first_month from bonus_corrections where member_id = given.id) corrected
        on first_month < given.month
   where moved`

/** Finds the row that would put a member into their own upline: the last row of those in the cycle. */
export async function findCycleRow(trx: Transaction, found: string, cycle: readonly number[]) {
  const { rows } = await sql<{ line: number; member_no: string }>`
    select line, member_no from ${sql.table(found)} where id = any(${cycle}::integer[]) order by line desc limit 1`.execute(
    trx,
  )
  return rows[0]
}

export async function findMemberNumbers(trx: Transaction, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ member_no: string }>`
    select member_no from unnest(${ids as UserId[]}::integer[]) with ordinality as given (id, place) join users using (id)
     order by place`.execute(trx)
  return rows.map(({ member_no }) => member_no)
}
