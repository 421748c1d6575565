import { sql } from 'kysely'
import { type Cents, cents } from '#domain/money.ts'
import { type Month, month } from '#domain/month.ts'
import type { Database } from '#server/platform/database/connection.ts'

export type EndedMonth = {
  month: Month
  elsewhere: boolean
  planVersion: number | null
  /** Of the inputs that it was closed with, in hexadecimal digits; null where it was closed elsewhere. */
  hash: string | null
}

/** The months that are closed, the earliest first. */
export async function findClosed(db: Database): Promise<EndedMonth[]> {
  const rows = await db
    .selectFrom('months')
    .select(['month', 'closed_elsewhere', 'plan_version', sql<string | null>`encode(inputs_hash, 'hex')`.as('hash')])
    .where('closed_at', 'is not', null)
    .orderBy('month')
    .execute()
  return rows.map((row) => ({
    month: month(row.month),
    elsewhere: row.closed_elsewhere,
    planVersion: row.plan_version,
    hash: row.hash,
  }))
}

export type EarnedGroup = { level: number; amountCents: Cents; people: number }

/** As many members at once keep the sums of a year within the memory that a statement is given. */
const SLICE = 50_000

/**
 * How many people came to which cents in some closed months, by the highest level that each reached in them; a slice of
 * the members at a time, so that no statement takes long, and the same group can come with several. Whoever has a card
 * counts, but for accounts that were closed at the end of each of the months and to which nothing came or went. By month
 * and member: one range of the primary key for each month, where the whole of them would be read through.
 */
export async function findEarned(
  db: Database,
  { months, first, last, highest }: { months: readonly Month[]; first: Month; last: Month; highest: number },
  each: (group: EarnedGroup) => void,
): Promise<void> {
  for (let after = 0; after < highest; after += SLICE) {
    const slice = sql`member_id > ${after} and member_id <= ${after + SLICE}`
    const { rows } = await sql<{ level: number; cents: number; people: number }>`
      with gone as materialized (
        select distinct member_id from member_statuses closed
         where ${slice} and status = 'closed' and from_month <= ${first}
           and not exists (select from member_statuses later where later.member_id = closed.member_id
             and later.from_month > closed.from_month and later.from_month <= ${last} and later.status <> 'closed'))
      select level, cents, count(*)::int as people from (
        select member_id, max(level)::int as level, sum(total_bonus_cents)::bigint as cents,
            bool_or(total_bonus_cents <> 0) as has_bonuses
          from unnest(${months}::text[]) counted (month) cross join lateral (
            select member_id, level, total_bonus_cents from cards
             where cards.month = counted.month and ${slice} offset 0) card
         group by member_id) earned
       where has_bonuses or not exists (select from gone where gone.member_id = earned.member_id)
       group by level, cents`.execute(db)
    for (const { level, cents: amount, people } of rows) each({ level, amountCents: cents(amount), people })
  }
}
