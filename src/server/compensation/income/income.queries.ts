import { sql } from 'kysely'
import { type Month, month } from '#domain/calendar/month.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { copyOut, type RowSource } from '#server/platform/database/copy-out.ts'

export type ClosedMonth = {
  month: Month
  closedExternally: boolean
  planVersion: number | null
  /** Hash of its inputs at the close, in hexadecimal digits; null if it was closed elsewhere. */
  hash: string | null
}

/** The closed months, earliest first. */
export async function findClosedMonths(db: Database): Promise<ClosedMonth[]> {
  const rows = await db
    .selectFrom('months')
    .select(['month', 'closed_externally', 'plan_version', sql<string | null>`encode(inputs_hash, 'hex')`.as('hash')])
    .where('closed_at', 'is not', null)
    .orderBy('month')
    .execute()
  return rows.map((row) => ({
    month: month(row.month),
    closedExternally: row.closed_externally,
    planVersion: row.plan_version,
    hash: row.hash,
  }))
}

/** Number of members whose yearly sums fit into a statement's memory. */
const SLICE = 40_000
/** One prepares its slice while the rows of the other are read. */
const PARALLEL_READS = 2

/**
 * Each member's income in some closed months, and their highest level; one slice of the members at a time, so that no
 * statement takes long. Uses one range of the primary key for each month instead of a full scan.
 */
export async function readEarnings(
  source: RowSource,
  { months, highest }: { months: readonly Month[]; highest: number },
  onMember: (memberId: number, level: number, amountCents: number, hasBonuses: boolean) => void,
): Promise<void> {
  // Months are YYYY-MM by their type, and ids are numbers: a COPY statement takes no parameters.
  const monthList = months.map((month) => `'${month}'`).join()
  const buildQuery = (after: number) => `
    select member_id, max(level), sum(total_bonus_cents)::bigint, bool_or(total_bonus_cents <> 0)
      from unnest(array[${monthList}]) counted (month) cross join lateral (
        select member_id, level, total_bonus_cents from cards
         where cards.month = counted.month and member_id > ${after} and member_id <= ${after + SLICE} offset 0) card
     group by member_id`
  let next = 0
  const readSlices = async () => {
    while (next < highest) {
      const query = buildQuery(next)
      next += SLICE
      await copyOut(source, query, ['int4', 'int2', 'int8', 'bool'], ({ numbers: [id, level, amount, has] }) =>
        onMember(id as number, level as number, amount as number, has === 1),
      )
    }
  }
  await Promise.all(Array.from({ length: source.engine === 'postgres' ? PARALLEL_READS : 1 }, readSlices))
}

/** Members whose accounts were closed at the end of each month from the first to the last. */
export async function findClosedAccounts(
  source: RowSource,
  { first, last }: { first: Month; last: Month },
): Promise<Set<number>> {
  const ids = new Set<number>()
  const query = `
    select member_id from member_statuses closed
     where status = 'closed' and from_month <= '${first}'
       and not exists (select from member_statuses later where later.member_id = closed.member_id
         and later.from_month > closed.from_month and later.from_month <= '${last}' and later.status <> 'closed')`
  await copyOut(source, query, ['int4'], ({ numbers: [id] }) => ids.add(id as number))
  return ids
}
